/**
 * How long `/api/health` waits while three accounts with 48 MB of notes do their worst for half a minute: each searches,
 * saves and opens notes on eight connections, and ignores refusals.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { fold } from '@/lib/notes/fold'
import { maxTextBytes } from '@/lib/notes/limits'
import { newNoteId } from '@/lib/notes/note'
import { closeDatabase, openDatabase } from '@/lib/server/database/connection'
import { renderMarkdown } from '@/lib/server/notes/markdown'
import { hardTexts } from '../notes/hard-texts'
import { startFoyer } from './servers'
import { median, type Row, rowOf } from './table'

const emails = ['ada@example.com', 'bob@example.com', 'cam@example.com']
const durationMs = 30_000

export async function measureWeight(): Promise<Row[]> {
  let accounts: readonly string[] = []
  const foyer = await startFoyer({
    emails,
    prepare: async (folder, userIds) => {
      accounts = userIds
      await fillLibraries(folder, userIds)
    },
  })
  const end = performance.now() + durationMs
  const answered = new Map<string, number>()
  const repeat = async (what: string, request: () => Promise<Response>) => {
    while (performance.now() < end) {
      const { status } = await request()
      const key = `${what} ${status}`
      answered.set(key, (answered.get(key) ?? 0) + 1)
    }
  }
  const health: number[] = []
  const watch = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now()
      await (await fetch(`${foyer.url}/api/health`)).text()
      health.push(performance.now() - startedAt)
      await delay(50)
    }
  }
  try {
    await Promise.all([
      watch(),
      ...foyer.cookies.flatMap((cookie, index) => {
        const requests = worstOf(foyer.url, cookie, accounts[index] ?? '')
        return Object.entries(requests).flatMap(([what, request]) => [1, 2].map(() => repeat(what, request)))
      }),
    ])
  } finally {
    await foyer.stop()
  }
  console.error(Object.fromEntries(answered))
  const what = 'three accounts at their worst: `/api/health`'
  return [
    rowOf({ what, unit: 'ms (median)', foyer: median(health) }),
    rowOf({ what, unit: 'ms (longest)', foyer: Math.max(...health), goal: { atMost: 1_000 } }),
  ]
}

/** Half of the notes are the worst to look through, half the worst to render. */
async function fillLibraries(folder: string, userIds: readonly string[]): Promise<void> {
  process.env.DATA_DIR = folder
  await openDatabase()
  await closeDatabase()
  const client = await PGlite.create(join(folder, 'database', 'cluster'))
  const texts = ['a'.repeat(102_000), slowestText()]
  for (const userId of userIds)
    for (const [remainder, text] of texts.entries())
      await client.query(
        `insert into notes (id, uid, title, text, bytes, folded, folded_version, created_at, changed_at)
        select gen_random_uuid(), $1, n, $2, octet_length($2) + 3, n || chr(10) || $3, 1, now(), now()
        from generate_series(1, 470) n where n % 2 = $4`,
        [userId, text, fold(text), remainder],
      )
  await client.exec('vacuum analyze notes')
  await client.close()
}

/** Of the texts that make Markdown parsers slow, the one that takes ours longest. */
function slowestText(): string {
  const measured = hardTexts(maxTextBytes)
    .filter((text) => Buffer.byteLength(text) <= maxTextBytes)
    .map((text) => {
      const startedAt = performance.now()
      renderMarkdown(text)
      return { text, ms: performance.now() - startedAt }
    })
  const [slowest = { text: '', ms: 0 }] = measured.toSorted((a, b) => b.ms - a.ms)
  console.error(`Slowest to render: ${JSON.stringify(slowest.text.slice(0, 20))}, ${slowest.ms.toFixed()} ms`)
  return slowest.text
}

function worstOf(url: string, cookie: string, userId: string) {
  const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    await response.arrayBuffer()
    return response
  }
  let ids: string[] | undefined
  let opened = 0
  return {
    search: () => get(`/app?search=b${'a'.repeat(98)}`),
    list: () => get('/api/notes'),
    open: async () => {
      if (!ids) {
        const response = await fetch(`${url}/api/notes`, { headers })
        const { notes } = (await response.json()) as { notes: { id: string; title: string }[] }
        ids = notes.filter(({ title }) => Number(title) % 2 === 1).map(({ id }) => id)
      }
      return get(`/api/notes/${ids[opened++ % ids.length]}`)
    },
    save: async () => {
      const words = Buffer.from(Array.from({ length: 50_000 }, () => Math.random() * 256)).toString('hex')
      const body = JSON.stringify({ title: '', text: words, base: null, userId })
      const response = await fetch(`${url}/api/notes/${newNoteId()}`, { method: 'PUT', headers, body })
      await response.arrayBuffer()
      return response
    },
  }
}
