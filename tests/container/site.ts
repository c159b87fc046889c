/** A site in a container with PostgreSQL, from its first request to its last, and restored into another database. */
import assert from 'node:assert/strict'
import { Client } from 'pg'
import { hashSource, inlineScriptsOf } from '@/lib/http/security-headers'
import { callNotes, type Person, putNote, readJson, signIn } from '../support/note-calls'
import type { Bench, Report, StartedContainer } from './bench'
import { mebibyte } from './memory-limit'

const noteId = '3f0b7a52-8f0e-4c43-9a51-1d2f6f9f2b10'
const backup = '/data/backup.jsonl.gz'
const megabytes = 512

export async function trySite(bench: Bench, say: Report): Promise<void> {
  const site = await bench.open({ megabytes, settings: { DATABASE_URL: bench.databaseUrl } })
  say('limit of memory', site.limit.description)
  say('started', `in ${(await site.secondsUntilReady()).toFixed(1)} s, by user ${site.userId}`)
  await tryFiles(site)
  say('its files', 'are read-only')
  await tryPages(site)
  say('pages', 'have their policies and are compressed')
  const person = await signIn(site)
  await readJson(putNote(site, person, noteId, { title: 'Kept', text: 'in a container' }))
  say('signed in', 'and a note is saved')
  await tryLog(site)
  say('log', 'read in the container')
  say('doctor', await tryDoctor(site))
  say('backup', await lastLineOf(site, ['npm', 'run', 'backup', '--', backup]))
  say('restore', await restore(bench, person, say))
  await site.close()
  say('SIGTERM', 'ends it with 0')
}

async function tryFiles(site: StartedContainer): Promise<void> {
  for (const place of ['/app', '/app/.next', '/etc', '/usr/local'])
    assert.match((await site.exec(['touch', `${place}/written`])).stderr, /Read-only file system/)
  const { stdout } = await site.exec(['sh', '-c', 'tr "\\0" "\\n" < /proc/1/environ'])
  assert.match(stdout, /^NODE_ENV=production$/m)
  assert.doesNotMatch(stdout, /^HOME=/m)
  assert.notEqual((await site.exec(['whoami'])).code, 0, 'the user has no name')
  const { code, stderr } = await site.exec(['node', 'scripts/health.mjs'])
  assert.equal(code, 0, `the health check says that it is alive: ${stderr}`)
  const elsewhere = await site.exec(['env', 'PORT=1', 'node', 'scripts/health.mjs'])
  assert.equal(elsewhere.code, 1, 'the health check says so where nobody answers')
}

async function tryPages({ url }: StartedContainer): Promise<void> {
  const signInPage = await fetch(`${url}/login`)
  assert.equal(signInPage.status, 200)
  assert.match(signInPage.headers.get('content-security-policy') ?? '', /script-src 'self' 'nonce-[^']+'/)
  const home = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  assert.equal(home.headers.get('content-encoding'), 'br')
  const policy = home.headers.get('content-security-policy') ?? ''
  const html = await home.text()
  const hashes = await Promise.all(inlineScriptsOf(html).map(hashSource))
  assert.ok(
    hashes.length > 0 && hashes.every((hash) => policy.includes(hash)),
    'the policy names its scripts',
  )
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
  for (const path of ['/favicon.ico', '/icon-192.png', '/social-card.png', script])
    assert.equal((await fetch(url + path)).status, 200, path)
  assert.equal((await fetch(`${url}/terms`)).status, 200)
  const refused = await fetch(url, { method: 'PUT' })
  assert.equal(refused.status, 405, 'what nobody serves is refused before Next')
}

async function tryLog(site: StartedContainer): Promise<void> {
  await fetch(`${site.url}/nowhere`, { headers: { 'user-agent': 'Googlebot/2.1' } })
  const deadline = Date.now() + 10_000
  while (!site.log().includes('/nowhere') && Date.now() < deadline) await fetch(`${site.url}/api/health`)
  const { code, stdout, stderr } = await site.exec(['npm', 'run', '--silent', 'logs'], site.log())
  assert.equal(code, 0, stderr)
  assert.match(stdout, /404 .*\/nowhere/)
}

/** It has to warn of the emulator, and of nothing else that keeps people from signing in. */
async function tryDoctor(site: StartedContainer): Promise<string> {
  const { stdout, stderr } = await site.exec(['npm', 'run', '--silent', 'doctor', '--', '--json'])
  const findings: { subject: string; verdict: string; words: string }[] = JSON.parse(stdout || stderr)
  const problems = findings.filter(({ verdict }) => verdict === 'problem')
  assert.deepEqual(
    problems.map(({ subject }) => subject),
    ['Auth emulator'],
  )
  const database = findings.find(({ subject }) => subject === 'Database')
  assert.match(database?.words ?? '', /its tables are up to date/)
  return `${findings.length} findings, no problem but the emulator`
}

/** In a container of its own, into an empty database; then a site has the note, and the session still counts. */
async function restore(bench: Bench, person: Person, say: Report): Promise<string> {
  const settings = { DATABASE_URL: await emptyDatabase(bench.databaseUrl) }
  const restored = await bench.open({ megabytes, settings, command: ['npm', 'run', 'restore', '--', backup] })
  const { code, stderr } = await restored.ended
  assert.equal(code, 0, stderr)
  const site = await bench.open({ megabytes, settings })
  await site.secondsUntilReady()
  const opened = await readJson(callNotes(site, person, 'GET', noteId))
  assert.equal(opened.note.text, 'in a container')
  assert.match(opened.html, /in a container/)
  say(
    'memory',
    `${Math.round(site.limit.peakBytes() / mebibyte)} MB at its peak, of a site with few visitors`,
  )
  await site.close()
  return stderr.trim().split('\n').at(-1) ?? ''
}

async function emptyDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE DATABASE restored')
  await client.end()
  return Object.assign(new URL(url), { pathname: '/restored' }).href
}

async function lastLineOf(site: StartedContainer, command: string[]): Promise<string> {
  const { code, stderr } = await site.exec(command)
  assert.equal(code, 0, stderr)
  return stderr.trim().split('\n').at(-1) ?? ''
}
