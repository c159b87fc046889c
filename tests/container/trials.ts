/** The image's site and commands with PostgreSQL and with the embedded database, from the first request to the last. */
import assert from 'node:assert/strict'
import { Client } from 'pg'
import { callNotes, putNote, readJson, signIn } from '../support/note-calls'
import { type Container, healthCheck, type Image, type Result, runIn, startContainer } from './run'

const noteId = '3f0b7a52-8f0e-4c43-9a51-1d2f6f9f2b10'
const npm = (...words: string[]) => ['npm', 'run', '--silent', ...words]

export async function tryPostgres(image: Image, databaseUrl: string): Promise<void> {
  const site = await startContainer(image, { DATABASE_URL: databaseUrl })
  await site.whenReady()
  await tryFiles(site)
  await tryPages(site)
  const person = await signIn(site)
  await readJson(putNote(site, person, noteId, { title: 'Kept', text: 'in a container' }))
  await tryLog(site)
  await tryDoctor(site)
  const backup = `${image.data}/backup.jsonl.gz`
  requireClean(await site.exec(npm('backup', '--', backup)))
  requireClean(await site.stop())
  const settings = { DATABASE_URL: await emptyDatabase(databaseUrl) }
  requireClean(
    await runIn({ ...image, settings: { ...image.settings, ...settings } }, npm('restore', '--', backup)),
  )
  const restored = await startContainer(image, settings)
  await restored.whenReady()
  const opened = await readJson(callNotes(restored, person, 'GET', noteId))
  assert.match(opened.html, /in a container/)
  requireClean(await restored.stop())
  console.log('with PostgreSQL: pages, sign-in, a note, log, doctor, backup, restore and stop')
}

/** Its rows survive the container, and another one backs them up. */
export async function tryEmbedded(image: Image): Promise<void> {
  const first = await startContainer(image, {})
  await first.whenReady()
  const person = await signIn(first)
  await readJson(putNote(first, person, noteId, { text: 'on a volume' }))
  requireClean(await first.stop())
  requireClean(await runIn(image, npm('backup', '--', `${image.data}/embedded.jsonl.gz`)))
  const second = await startContainer(image, {})
  await second.whenReady()
  assert.equal((await readJson(callNotes(second, person, 'GET', noteId))).note.text, 'on a volume')
  requireClean(await second.stop())
  console.log('with the embedded database: a note, backup and a second start')
}

function requireClean({ code, stderr }: Result): void {
  assert.equal(code, 0, stderr)
}

async function tryFiles(site: Container): Promise<void> {
  assert.notEqual((await site.exec(['touch', '.next/written'])).code, 0, 'its files are not its user’s')
  assert.notEqual((await site.exec(['whoami'])).code, 0, 'the user has no name')
  requireClean(await site.exec(healthCheck))
  const elsewhere = await site.exec(['env', 'PORT=1', ...healthCheck])
  assert.equal(elsewhere.code, 1, 'the health check says so where nobody answers')
}

async function tryPages({ url }: Container): Promise<void> {
  const home = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  assert.equal(home.headers.get('content-encoding'), 'br')
  const html = await home.text()
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
  for (const path of ['/favicon.ico', '/icon-192.png', '/social-card.png', '/terms', '/login', script])
    assert.equal((await fetch(url + path)).status, 200, path)
}

async function tryLog(site: Container): Promise<void> {
  await fetch(`${site.url}/nowhere`, { headers: { 'user-agent': 'Googlebot/2.1' } })
  const deadline = Date.now() + 10_000
  while (!site.log().includes('/nowhere') && Date.now() < deadline) await fetch(`${site.url}/api/health`)
  const read = await site.exec(npm('logs'), site.log())
  requireClean(read)
  assert.match(read.stdout, /404 .*\/nowhere/)
}

/** It has to warn of the emulator, and of nothing else that keeps people from signing in. */
async function tryDoctor(site: Container): Promise<void> {
  const { stdout } = await site.exec(npm('doctor'))
  assert.match(stdout, /^ok {7}Database: .*its tables are up to date$/m)
  assert.deepEqual(stdout.match(/^problem .*?:/gm), ['problem  Auth emulator:'])
}

async function emptyDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE DATABASE restored')
  await client.end()
  return Object.assign(new URL(url), { pathname: '/restored' }).href
}
