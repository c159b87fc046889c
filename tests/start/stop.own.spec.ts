import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { decodeJwt } from 'jose'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { type Google, startGoogle } from '../support/google/google'
import { putNote } from '../support/note-calls'
import { reservePort } from '../support/ports'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { createDataDir } from '../support/run'
import { bareEnvironment, type Site, startByCommand, startSite } from '../support/site'

test.describe.configure({ timeout: 180_000 })

let google: Google
let postgres: PostgresServer
let folder: string

test.beforeAll(async () => {
  test.setTimeout(240_000)
  google = await startGoogle()
  google.accounts.add('ada@example.com', 'correct horse', { validSinceSeconds: 0 })
  postgres = await startPostgres()
})

test.beforeEach(async () => {
  folder = await createDataDir()
})

test.afterEach(async () => {
  google.mend()
  await rm(folder, { recursive: true })
})

test.afterAll(async () => {
  await postgres.close()
  await google.stop()
})

const start = (env: Record<string, string> = {}) =>
  startSite({ env: { ...google.environment, ...env }, dataDir: folder })

const signIn = async (site: Site) => postToken(site, await google.idToken('ada@example.com'))

const pause = (waitMs: number) => new Promise((resolve) => setTimeout(resolve, waitMs))

/** The log's events about the shutdown. */
const ends = (site: Site) => site.records().filter(({ event }) => String(event).startsWith('server.stop'))

const saveNote = (site: Site, cookie: string, id: string) =>
  putNote(site, { cookie, userId: decodeJwt(cookie).sub ?? '' }, id, { text: 'kept' })

/** A request with a half-sent body, on its own connection. */
async function sendForever(site: Site, cookie: string): Promise<void> {
  const { hostname, port } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `PUT /api/notes/${randomUUID()} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: __session=${cookie}\r\n` +
      'Content-Length: 100\r\n\r\n{"text":',
  )
  await pause(500)
}

test('with the embedded database a pending sign-in completes and survives the next start', async () => {
  const site = await start()
  google.fail({ afterMs: 2_000 }, 'createSessionCookie')
  const asked = google.requests('createSessionCookie')
  const opening = signIn(site)
  await expect.poll(() => google.requests('createSessionCookie')).toBeGreaterThan(asked)
  const stopped = site.stop()
  // Earlier it would be another open request.
  await expect.poll(() => ends(site).length).toBeGreaterThan(0)
  const ask = () =>
    fetch(`${site.url}/api/health`).then(
      () => 'answered',
      () => 'refused',
    )
  await expect.poll(ask, 'no connection is taken any more').toBe('refused')
  const opened = await opening
  expect(opened.status).toBe(204)
  expect(opened.headers.get('connection')).toBe('close')
  expect(await stopped).toBe(0)
  expect(ends(site)).toEqual([
    expect.objectContaining({ level: 'info', event: 'server.stopping', signal: 'SIGTERM', requests: 1 }),
    expect.objectContaining({ level: 'info', event: 'server.stopped', afterMs: expect.any(Number) }),
  ])
  expect(await readdir(join(folder, 'database')), 'nobody holds the folder').toEqual(['cluster'])
  expect(await readdir(join(folder, 'database', 'cluster')), 'it was closed').not.toContain('postmaster.pid')

  const again = await start()
  const page = await getNotesPage(again, sessionCookieOf(opened).value)
  expect(await again.stop()).toBe(0)
  expect(page.status).toBe(200)
})

test('with PostgreSQL a save that waits for a lock completes, and so does work after a response', async () => {
  const site = await start({ DATABASE_URL: postgres.url })
  const cookie = sessionCookieOf(await signIn(site)).value
  const locker = new Client({ connectionString: postgres.url })
  await locker.connect()
  await locker.query('begin; lock table notes in exclusive mode')
  const id = randomUUID()
  const leaver = await leaveAfterAnswer(site)
  // Last, because a save waits only seconds for the database.
  const saving = saveNote(site, cookie, id)
  await pause(500)
  const stopped = site.stop()
  await pause(1_000)
  await locker.query('rollback')
  await locker.end()
  expect((await saving).status).toBe(200)
  expect(await stopped).toBe(0)
  expect(await queryDatabase(postgres.url, 'select text from notes where id = $1', [id])).toEqual([
    { text: 'kept' },
  ])
  const ended = 'select revoked_at from sessions where uid = $1'
  expect(await queryDatabase(postgres.url, ended, [leaver])).toEqual([{ revoked_at: expect.any(Date) }])
  expect(ends(site).map(({ event }) => event)).toEqual(['server.stopping', 'server.stopped'])
})

/** A disabled user reads one more page; the revocation check takes two seconds and must still end the session. */
async function leaveAfterAnswer(site: Site): Promise<string> {
  const { id, email } = google.accounts.add('leaver@example.com', 'correct horse', { validSinceSeconds: 0 })
  const opened = await postToken(site, await google.idToken(email))
  await queryDatabase(postgres.url, `update sessions set checked_at = '2000-01-01' where uid = $1`, [id])
  google.accounts.change(email, { disabled: true })
  google.failFor(id, { afterMs: 2_000 }, 'adminLookup')
  const page = await getNotesPage(site, sessionCookieOf(opened).value)
  expect(page.status).toBe(200)
  await page.text()
  return id
}

test('a request that never ends is aborted at the limit, as exit code and log say', async () => {
  const site = await start({ SHUTDOWN_TIMEOUT: '2s' })
  await sendForever(site, sessionCookieOf(await signIn(site)).value)
  const askedAt = performance.now()
  expect(await site.stop()).toBe(1)
  expect(performance.now() - askedAt).toBeLessThan(8_000)
  expect(ends(site).at(-1)).toMatchObject({
    level: 'error',
    event: 'server.stopped',
    reason: 'time-limit',
    requestsCutOff: 1,
  })
})

test('during the delay the site keeps serving, isn’t ready, and an idle connection doesn’t delay it', async () => {
  const site = await start({ SHUTDOWN_DELAY: '3s', SHUTDOWN_TIMEOUT: '60s' })
  const { hostname, port } = new URL(site.url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  const askedAt = performance.now()
  const stopped = site.stop()
  const ready = async () => (await fetch(`${site.url}/api/ready`)).json()
  await expect.poll(ready).toEqual({ status: 'not-ready', reasons: ['shutting-down'] })
  for (const path of ['/', '/api/health']) {
    const response = await fetch(site.url + path)
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  }
  expect(await stopped).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(33_000)
})

const startCommand = (env: Record<string, string> = {}) =>
  startByCommand({ env: { ...google.environment, ...env }, dataDir: folder })

test('a second signal ends the site immediately, and the start command reports it', async () => {
  const site = await startCommand({ SHUTDOWN_TIMEOUT: '60s' })
  await sendForever(site, sessionCookieOf(await signIn(site)).value)
  const askedAt = performance.now()
  const stopped = site.stop()
  await pause(1_500)
  void site.stop()
  expect(await stopped).toBe(1)
  expect(performance.now() - askedAt).toBeLessThan(30_000)
  expect(ends(site).at(-1)).toMatchObject({ reason: 'asked-again', requestsCutOff: 1 })
  expect(site.output()).toContain('The site exited with code 1: it did not shut down cleanly.')
})

test('npm run serve stops by SIGTERM as the site does', async () => {
  const settings = {
    ...google.environment,
    PORT: String(await reservePort()),
    DATA_DIR: folder,
    SHUTDOWN_DELAY: '0s',
  }
  const child = spawn('npm', ['run', '--silent', 'serve'], { env: { ...bareEnvironment(), ...settings } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Foyer is running')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect([code, output]).toEqual([0, expect.stringContaining('"event":"server.stopped"')])
})
