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
  const [postgres, google] = await Promise.all([startPostgres(), startGoogle()])
  const pooler = await startPgBouncer(postgres.url)
  const shared = { ...google.environment, DATABASE_URL: pooler.url, TRUSTED_PROXIES: '1' }
  const instances = await Promise.all(
    clocksAhead.map(async (ahead) => {
      const clock = movableClock(google.environment)
      clock.moveTo(ahead)
      const port = await reservePort()
      const start = () => startSite({ port, env: { ...shared, ...clock.env } })
      return { port, clock, start, site: await start() }
    }),
  )
  const nginx = await startNginx(instances.map(({ port }) => port))
  const visitors = await Promise.all(Array.from({ length: people }, (_, n) => signIn(google, nginx.url, n)))
  let isOver = false
  const visits = visitors.map((visitor) => visitor.visit(() => isOver))
  try {
    for (let roll = 0; roll < rolls; roll++) {
      const instance = instances[roll % instances.length]
      if (!instance) continue
      await delay(2_000)
      await instance.site.stop()
      instance.site = await instance.start()
      while (!(await fetch(`${instance.site.url}/api/ready`)).ok) await delay(100)
      console.error(`roll ${roll + 1}`)
    }
    isOver = true
    const results = (await Promise.all(visits)).flat()
    const kept = new Set(
      (await queryDatabase<{ id: string }>(postgres.url, 'select id from notes')).map(({ id }) => id),
    )
    const saves = results.filter(({ id, status }) => id && status === 200)
    const failed = results.filter(({ status }) => status !== 200)
    for (const { path, status } of failed) console.error(`${path}: ${status}`)
    const waits = results.map(({ ms }) => ms).toSorted((one, other) => one - other)
    return [
      rowOf({ what: `${rolls} rolls: requests`, unit: 'requests', foyer: results.length }),
      rowOf({ what: 'not answered well', unit: 'requests', foyer: failed.length, goal: { atMost: 0 } }),
      rowOf({ what: 'acknowledged', unit: 'notes', foyer: saves.length }),
      rowOf({
        what: 'lost of these',
        unit: 'notes',
        foyer: saves.filter(({ id }) => !kept.has(id ?? '')).length,
        goal: { atMost: 0 },
      }),
      rowOf({ what: 'wait, p99', unit: 'ms', foyer: waits[Math.floor(waits.length * 0.99)] ?? 0 }),
      rowOf({ what: 'longest wait', unit: 'ms', foyer: waits.at(-1) ?? 0 }),
    ]
  } finally {
    isOver = true
    await nginx.stop()
    for (const { site, clock } of instances) await site.stop().then(clock.remove)
    await pooler.close()
    await google.stop()
    await postgres.close()
  }
}

/** Somebody who saves a note and opens the list, again and again, and never asks twice. */
async function signIn(google: Awaited<ReturnType<typeof startGoogle>>, url: string, n: number) {
  const { email, id: userId } = google.accounts.add(`person-${n}@example.com`, 'correct horse', {
    validSinceSeconds: 0,
  })
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
  const visit = async (isOver: () => boolean) => {
    const results: Awaited<ReturnType<typeof ask>>[] = []
    while (!isOver()) {
      const id = randomUUID()
      results.push(await ask(`/api/notes/${id}`, id), await ask('/app'))
      await delay(700)
    }
    return results
  }
  return { visit }
}
