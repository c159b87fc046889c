/** Ten rolls of three instances behind nginx and PgBouncer, whose clocks differ, by people who know what was acknowledged. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startPgBouncer } from '../support/database/pgbouncer'
import { startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { startGoogle } from '../support/google/google'
import { movableClock } from '../support/moved-site'
import { startNginx } from '../support/nginx'
import { reservePort } from '../support/ports'
import { postToken, sessionCookieOf } from '../support/requests'
import { startSite } from '../support/site'
import { type Row, rowOf } from './table'

/** How far their clocks are ahead: five minutes apart. */
const clocksAhead = [-150, 0, 150]
const rolls = 10
const people = 12

export async function measureRolls(): Promise<Row[]> {
  const stops: (() => unknown)[] = []
  try {
    return await roll((stop) => stops.unshift(stop))
  } finally {
    for (const stop of stops) await stop()
  }
}

async function roll(later: (stop: () => unknown) => void): Promise<Row[]> {
  const postgres = await startPostgres()
  later(postgres.close)
  const google = await startGoogle()
  later(google.stop)
  const pooler = await startPgBouncer(postgres.url)
  later(pooler.close)
  const shared = { ...google.environment, DATABASE_URL: pooler.url, TRUSTED_PROXIES: '1' }
  const starting = clocksAhead.map(async (ahead) => {
    const clock = movableClock(google.environment)
    clock.moveTo(ahead)
    const port = await reservePort()
    const start = () => startSite({ port, env: { ...shared, ...clock.env } })
    const instance = { port, start, site: await start() }
    later(() => instance.site.stop().then(clock.remove))
    return instance
  })
  const instances = await Promise.all(starting)
  const nginx = await startNginx(instances.map(({ port }) => port))
  later(nginx.stop)
  const visitors = await Promise.all(
    Array.from({ length: people }, (_, n) => createVisitor(google, nginx.url, n)),
  )
  let isOver = false
  const visits = visitors.map((visit) => visit(() => isOver))
  for (let n = 0; n < rolls; n++) {
    const instance = instances[n % instances.length]
    if (!instance) continue
    await delay(2_000)
    await instance.site.stop()
    instance.site = await instance.start()
    while (!(await fetch(`${instance.site.url}/api/ready`)).ok) await delay(100)
    console.error(`roll ${n + 1}`)
  }
  isOver = true
  const results = (await Promise.all(visits)).flat()
  const rows = await queryDatabase<{ id: string }>(postgres.url, 'select id from notes')
  const kept = new Set<string | undefined>(rows.map(({ id }) => id))
  const saves = results.filter(({ id, status }) => id && status === 200)
  const failed = results.filter(({ status }) => status !== 200)
  for (const { path, status } of failed) console.error(`${path}: ${status}`)
  const waits = results.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const lost = saves.filter(({ id }) => !kept.has(id)).length
  return [
    rowOf({ what: `${rolls} rolls`, unit: 'requests', foyer: results.length }),
    rowOf({ what: 'not answered well', unit: 'requests', foyer: failed.length, goal: { atMost: 0 } }),
    rowOf({ what: 'acknowledged', unit: 'notes', foyer: saves.length }),
    rowOf({ what: 'lost of these', unit: 'notes', foyer: lost, goal: { atMost: 0 } }),
    rowOf({ what: 'wait, p99', unit: 'ms', foyer: waits[Math.floor(waits.length * 0.99)] ?? 0 }),
    rowOf({ what: 'longest wait', unit: 'ms', foyer: waits.at(-1) ?? 0 }),
  ]
}

/** Somebody who saves a note and opens the list, again and again, and never asks twice. */
async function createVisitor(google: Awaited<ReturnType<typeof startGoogle>>, url: string, n: number) {
  const added = google.accounts.add(`person-${n}@example.com`, 'correct horse', { validSinceSeconds: 0 })
  const { email, id: userId } = added
  const cookie = `__session=${sessionCookieOf(await postToken({ url }, await google.idToken(email))).value}`
  const ask = async (path: string, id?: string) => {
    const from = performance.now()
    const body = JSON.stringify({ title: '', text: id, base: null, userId })
    const init = { headers: { cookie }, redirect: 'manual' as const, ...(id && { method: 'PUT', body }) }
    const status = await fetch(url + path, init).then(
      async (response) => (await response.arrayBuffer()) && response.status,
      () => 0,
    )
    return { path, id, status, ms: performance.now() - from }
  }
  return async (isOver: () => boolean) => {
    const results: Awaited<ReturnType<typeof ask>>[] = []
    while (!isOver()) {
      const id = randomUUID()
      results.push(await ask(`/api/notes/${id}`, id), await ask('/app'))
      await delay(700)
    }
    return results
  }
}
