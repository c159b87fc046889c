import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { type Google, startGoogle } from '../support/google/google'
import { listen } from '../support/ports'
import { type Site, startSite } from '../support/site'

let google: Google
let postgres: PostgresServer
let line: Awaited<ReturnType<typeof startDatabaseProxy>>
let site: Site

test.beforeAll(async () => {
  test.setTimeout(240_000)
  google = await startGoogle()
  postgres = await startPostgres()
  line = await startDatabaseProxy(postgres.url)
  google.fail({ status: 500 }, 'cookieKeys')
  site = await startSite({ env: { ...google.environment, DATABASE_URL: line.url } })
})

test.afterAll(async () => {
  await site.stop()
  await line.close()
  await postgres.close()
  await google.stop()
})

/** The answer, which has to come soon: a load balancer gives up after a few seconds. */
async function ready() {
  const startedAt = performance.now()
  const response = await fetch(`${site.url}/api/ready`)
  const body = await response.json()
  expect(performance.now() - startedAt).toBeLessThan(6_000)
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
}

const notReady = (...reasons: string[]) => ({
  status: 503,
  body: { status: 'not-ready', reasons },
  retryAfter: '5',
})
const isReady = { status: 200, body: { status: 'ready' }, retryAfter: null }

async function untilReady(): Promise<void> {
  google.mend()
  await expect.poll(ready, { timeout: 20_000 }).toEqual(isReady)
}

test('the site is ready once it has keys, and stays so while their server is away', async () => {
  expect(await ready()).toEqual(notReady('identity-keys-unavailable'))
  await untilReady()
  google.fail('silent', 'cookieKeys')
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await ready()).toEqual(isReady)
})

test('while its database does not respond the site is alive but not ready, says no more, and nobody waits', async () => {
  await untilReady()
  line.goDead()
  try {
    await expect.poll(ready, { timeout: 20_000 }).toEqual(notReady('database-unavailable'))
    expect(await Promise.all([ready(), ready()])).toEqual(Array(2).fill(notReady('database-unavailable')))
    expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
  } finally {
    line.revive()
  }
  await untilReady()
})

test('however many ask, the database is asked once in two seconds', async () => {
  await untilReady()
  const before = line.asked('select 1')
  const startedAt = performance.now()
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, ready))
  const seconds = (performance.now() - startedAt) / 1000
  expect(line.asked('select 1') - before).toBeLessThanOrEqual(1 + seconds / 2)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await ready()
  expect(line.asked('select 1'), 'it is asked at all').toBeGreaterThan(before)
})

/** A proxy in front of a PostgreSQL server that counts what clients send, and can go silent. */
async function startDatabaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isDead = false
  let heard = ''
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (!isDead) database.write(bytes)
    })
    database.on('data', (bytes) => client.write(bytes))
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const url = new URL(databaseUrl)
  url.port = String(await listen(server))
  return {
    url: url.href,
    /** How often a statement was sent. */
    asked: (statement: string) => heard.split(statement).length - 1,
    goDead: () => {
      isDead = true
    },
    revive: () => {
      isDead = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
