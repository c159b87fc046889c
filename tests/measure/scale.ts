/** What the database's work costs from a thousand to ten million notes, on a PostgreSQL that is filled for it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { newNoteId, type ShareId } from '@/lib/notes/note'
import type { SessionId } from '@/lib/server/database/ids'
import { readMigrations } from '@/lib/server/database/migrations'
import { openPostgres } from '@/lib/server/database/postgres'
import { deleteExpiredLimits } from '@/lib/server/database/rate-limit'
import { listNotes } from '@/lib/server/notes/list'
import { saveNote } from '@/lib/server/notes/notes'
import { searchNotes } from '@/lib/server/notes/search'
import { findSharedNote } from '@/lib/server/notes/shares'
import { deleteExpiredTrash } from '@/lib/server/notes/trash'
import type { LiveSession } from '@/lib/server/session/current'
import * as database from '../support/database/modules'
import { startPostgres } from '../support/database/postgres'
import { runCommand } from '../support/database/process'
import { fillTo } from './fill'
import { type Row, rowOf } from './table'

/** `FOYER_SCALE=100000` is a quick look, which writes nothing. */
const most = Number(process.env.FOYER_SCALE ?? 10_000_000)
const decades = [1_000, 10_000, 100_000, 1_000_000, 10_000_000].filter((notes) => notes <= most)
/** A restore of all would take too long. */
const backedUp = Math.min(most, 1_000_000)
/** With a hundred times as many rows; indexes grow deeper. */
const maxGrowth = 3
/** All rows fit into memory, so this measures the work, not the disk. */
const settings =
  'shared_buffers=2GB effective_cache_size=8GB random_page_cost=1.1 max_wal_size=16GB checkpoint_timeout=1h'

type Drawn = { id: string; uid: string }
type Work = readonly [what: string, draw: string, run: (drawn: Drawn) => Promise<unknown>]

const person = `select uid from accounts ROWS`
const session = `select id, uid from sessions ROWS where revoked_at is null`
const cookie = `select token_hash as id from sessions ROWS where revoked_at is null`
const heavy = `select 'heavy-' || n % greatest(1, NOTES / 100000) as uid from generate_series(1, 1200) as n where NOTES > 50000`
const batches = `select from generate_series(1, 19)`

const hash = (id: string) => id as database.TokenHash
const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000)
const check: Work = ['session check', cookie, ({ id }) => database.findSession(hash(id))]
const save: Work = ['save', session, saveNew]
const renewal: Work = ['renewal', cookie, renew]
const works: readonly Work[] = [
  check,
  ['list', person, ({ uid }) => listNotes(uid)],
  ['list of 10,000', heavy, ({ uid }) => listNotes(uid)],
  ['search', person, ({ uid }) => searchNotes(uid, 'abc')],
  ['search in 10,000', heavy, ({ uid }) => searchNotes(uid, 'abc')],
  save,
  ['opening a link', `select id from shares ROWS`, ({ id }) => findSharedNote(id as ShareId, new Date())],
  renewal,
  ['sign-out everywhere', person, ({ uid }) => database.endSessionRows({ userId: uid }, new Date())],
  ['cleaning sessions', batches, () => database.deleteEndedSessions(afterOne(), daysLater(-30))],
  ['cleaning trash', batches, () => deleteExpiredTrash(afterOne())],
  ['cleaning limits', batches, () => deleteExpiredLimits(afterOne())],
]

function saveNew({ id, uid }: Drawn) {
  const note = { id: newNoteId(), base: null, title: 'A note', text: 'Some words '.repeat(18) }
  return saveNote({ id: id as SessionId, userId: uid } as LiveSession, note)
}

function renew({ id }: Drawn) {
  const [hashes, now] = [{ currentHash: hash(id), presentedHash: hash(id) }, new Date()]
  const renewed = { newHash: database.tokenHashOf(randomUUID()), expiresAt: daysLater(5) }
  return database.renewSessionRow({ ...hashes, ...renewed, authenticatedAt: now, now })
}

/** Has each kind of row that is due stop after one batch. */
function afterOne() {
  let asked = 0
  return () => asked++ % 2 > 0
}

type Cost = { work: Work; points: (readonly [notes: number, ms: number])[]; plan: string }

/** Writes `docs/scale.svg`, and the measured part of `docs/scale.md`. */
export async function measureScale(): Promise<Row[]> {
  const server = await startPostgres(settings.split(' '))
  const client = new Client(server.url)
  process.env.DATABASE_URL = server.url
  const costs = works.map((work): Cost => ({ work, points: [], plan: '' }))
  const facts: string[] = []
  try {
    await database.openDatabase()
    await client.connect()
    for (const [n, notes] of decades.entries()) {
      const from = performance.now()
      await fillTo(server.url, decades[n - 1] ?? 0, notes)
      console.error(`${notes} notes filled in ${since(from)}`)
      for (const cost of costs) await measureWork(client, cost, notes)
      if (notes === backedUp) facts.push(await backUpAndRestore(client, server.url))
    }
    const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size')
    facts.push(`All takes ${rows[0].size}.`, await migrateUnderLoad(client, server.url))
  } finally {
    await database.closeDatabase()
    await client.end()
    await server.close()
  }
  const lines = costs.map(({ work: [name], points, plan }) => {
    const cells = decades.map((notes) => points.find(([size]) => size === notes)?.[1].toPrecision(2) ?? '')
    return `|${[name, ...cells, plan].join('|')}|`
  })
  const head = `|ms, p95|${decades.join('|')}|plan|\n|---${'|--:'.repeat(decades.length)}|---|`
  const text = [head, ...lines, '', ...facts].join('\n')
  console.log(text)
  if (most === 10_000_000) {
    writeFileSync('docs/scale.svg', drawCosts(costs))
    const page = readFileSync('docs/scale.md', 'utf8').replace(
      /(?<=<!-- measured -->).*(?=<!-- end -->)/s,
      `\n\n${text}\n\n`,
    )
    writeFileSync('docs/scale.md', page)
  }
  return costs.map(({ work: [name], points }) => {
    const [before = 0, , after = Number.NaN] = points.slice(-3).map(([, ms]) => ms)
    const goal = { atMost: Math.ceil(maxGrowth * Math.max(1, before)) }
    return rowOf({ what: `${name} at ${most} notes`, unit: 'ms', foyer: after, goal })
  })
}

const since = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

/** Calls one after the other: the calmest of twenty rounds counts. Closing the database has it count what it read. */
async function measureWork(client: Client, cost: Cost, notes: number): Promise<void> {
  const [name, statement, run] = cost.work
  const drawn = await draw(client, statement, notes)
  if (drawn.length === 0) return
  for (const call of ['force_next_flush', 'reset']) await client.query(`select pg_stat_${call}()`)
  const calls: number[] = []
  for (const row of drawn) {
    const from = performance.now()
    await run(row)
    calls.push(performance.now() - from)
  }
  await database.closeDatabase()
  await delay(200)
  const size = Math.max(6, Math.floor(calls.length / 20))
  const roundAt = (n: number) => calls.slice(n * size, (n + 1) * size).sort((one, other) => one - other)
  const p95 = Math.min(
    ...calls.map((_, n) => roundAt(n)[Math.floor(size * 0.95)] ?? Number.POSITIVE_INFINITY),
  )
  cost.points.push([notes, p95])
  cost.plan = (await client.query(plan)).rows[0].plan
  console.error(`${name}: ${p95.toFixed(2)} ms, ${cost.plan}`)
}

/** The indexes that were read, and in bold what was read as a whole. */
const plan = `
  select string_agg(name, '<br>' order by name) as plan from (
    select indexrelname as name from pg_stat_user_indexes where idx_scan > 0 and schemaname = 'public' union
    select '**' || relname || '**' from pg_stat_user_tables where seq_scan > 0 and schemaname = 'public') as used`

/** Random rows of what may be a large table. */
async function draw(client: Client, statement: string, notes: number, limit = 1200): Promise<Drawn[]> {
  const sample = `tablesample system (${Math.min(100, 5_000_000 / notes)})`
  const text = statement.replace('ROWS', sample).replaceAll('NOTES', `${notes}`)
  return (await client.query<Drawn>(`${text} order by random() limit ${limit}`)).rows
}

async function backUpAndRestore(client: Client, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-scale-'))
  const file = join(folder, 'backup')
  await client.query('create database restored')
  const took: string[] = []
  for (const command of ['backup', 'restore'] as const) {
    const from = performance.now()
    const target = command === 'backup' ? url : url.replace(/\w+$/, 'restored')
    const { code, output } = await runCommand(command, [file], { DATABASE_URL: target })
    if (code !== 0) throw new Error(output)
    took.push(since(from))
  }
  const size = Math.round(statSync(file).size / 1_000_000)
  rmSync(folder, { recursive: true })
  await client.query('drop database restored')
  return `A backup of ${backedUp} notes took ${took[0]} (${size} MB), its restore ${took[1]}.`
}

/** Adds the release's indexes of sessions once more while people come. */
async function migrateUnderLoad(client: Client, url: string): Promise<string> {
  await database.openDatabase()
  const { statements = '', createdAt } = readMigrations().find(({ tag }) => tag === '0012_cleaning') ?? {}
  await client.query(statements.replace(/CREATE INDEX IF NOT EXISTS ("\w+").*/g, 'drop index $1;'))
  for (const table of ['__drizzle_migrations', 'schema_changes'])
    await client.query(`delete from drizzle.${table} where created_at = ${createdAt}`)
  const loads = [check, save, renewal]
  let isMigrated = false
  const drawn: Drawn[][] = []
  for (const [, statement] of loads) drawn.push(await draw(client, statement, most, 10_000))
  const loading = loads.map(async ([name, , run], n) => {
    let [longestMs, refused] = [0, 0]
    for (const row of drawn[n] ?? []) {
      if (isMigrated) break
      const from = performance.now()
      await run(row).catch(() => refused++)
      longestMs = Math.max(longestMs, performance.now() - from)
      await delay(5)
    }
    return `${name} ${longestMs.toFixed(0)} ms${refused > 0 ? ` (${refused} refused)` : ''}`
  })
  await delay(2_000)
  const from = performance.now()
  const engine = await openPostgres(url)
  const took = since(from)
  isMigrated = true
  await engine.close()
  const waits = (await Promise.all(loading)).join(', ')
  return `A migration that adds two indexes to the sessions took ${took}; the longest waits: ${waits}.`
}

const colors = ['#0969da', '#cf222e', '#1a7f37', '#8250df', '#9a6700', '#bf3989']

/** As SVG, both by decades, with the names in the order of the last costs; readable on light and dark. */
function drawCosts(costs: readonly Cost[]): string {
  const x = (notes: number) => 50 + (Math.log10(notes) - 3) * 100
  const y = (ms: number) => Math.round(310 - (Math.log10(ms) + 1) * 75)
  const text = (at: number, row: number, words: string, kind = '') =>
    `<text x="${at}" y="${row}" class="${kind}">${words}</text>`
  const grid = [0.1, 1, 10, 100, 1_000].map(
    (ms) => `<path d="M50 ${y(ms)}h400" opacity=".3"/>${text(44, y(ms) + 4, `${ms} ms`, 'end')}`,
  )
  const sizes = decades.map((notes) => text(x(notes), 330, notes.toLocaleString('en'), 'end'))
  const last = ({ points }: Cost) => points.at(-1)?.[1] ?? 0
  const sorted = costs.toSorted((one, other) => last(other) - last(one))
  const curves = sorted.map(({ work: [name], points }, n) => {
    const style = `style="stroke:${colors[n % 6]}"${n < 6 ? '' : ' stroke-dasharray="5 3"'}`
    const line = points.map(([notes, ms]) => `${x(notes)} ${y(ms)}`).join('L')
    return `<path d="M${line}M470 ${20 + n * 22}h24" ${style}/>${text(500, 24 + n * 22, name)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 650 345" font-family="system-ui" font-size="12">
<title>Milliseconds by number of notes</title>
<style>svg{color:#1f2328}text{fill:currentColor}.end{text-anchor:end}path{fill:none;stroke:currentColor;stroke-width:2}
@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>
${[...grid, ...sizes, ...curves].join('\n')}
</svg>
`
}
