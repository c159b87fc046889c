/**
 * `npm run adopt`: takes the steps of docs/make-it-yours.md as they stand there, in a copy, and then those of following a later
 * release. Exits with 1 at the first broken promise. Takes several minutes; needs a browser.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { demoAccount } from '../../scripts/start/emulator'
import { launchBrowser } from '../support/browser'
import { reservePort } from '../support/ports'

const guide = readFileSync('docs/make-it-yours.md', 'utf8')
const brandFile = 'lib/site/brand.ts'
const mostEditedLines = 5
const mostConflicts = 5

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-adopt-'))
  const [release, own] = [path.join(folder, 'release'), path.join(folder, 'own')]
  try {
    makeRelease(release)
    run(folder, 'git', 'clone', '--quiet', release, own)
    nameEngineer(own)
    execFileSync('cp', ['-a', 'node_modules', own])
    const [start, draw, firstPage, withoutPasskeys, withoutNotes, merge] = blocks
    take(own, start)
    rename(own)
    take(own, draw)
    take(own, firstPage)
    await takeOut(own, withoutNotes, /\bnotes?\b|foyer(?!-)/i)
    // Of what is kept in browsers, a key keeps its name.
    await takeOut(own, withoutPasskeys, /(?<!foyer-)\bpasskeys?\b/i)
    for (const file of laterChanges) appendFileSync(path.join(release, file), laterWords)
    commit(release, 'A later release')
    take(own, merge)
    const conflicts = output(own, 'git', 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)
    assert.ok(conflicts.length <= mostConflicts, `conflicts in ${conflicts.join(', ')}`)
    assert.match(readFileSync(path.join(own, laterChanges[0]), 'utf8'), /A later release/)
    console.log(`a later release merges, with ${conflicts.length} conflicts left`)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Takes a room out by its block; what people see then has none of its words. */
async function takeOut(folder: string, block: string | undefined, words: RegExp): Promise<void> {
  take(folder, block)
  const edited = editedLines(folder)
  assert.ok(edited <= mostEditedLines, `${edited} lines of files that stay were edited`)
  commit(folder, `Without ${words}`)
  run(folder, 'npm', 'run', 'check')
  await visit(folder, words)
  console.log(
    `${edited} lines edited: format, lint, types and unit tests pass; a visitor reads nothing like ${words}`,
  )
}

/** The steps of the guide. */
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block)

/** What a later release changes: the core, notes and words. */
const laterChanges = [
  'lib/server/session/end.ts',
  'lib/server/notes/notes.ts',
  'lib/identity/error-words.ts',
] as const
const laterWords = '\n/** A later release. */\nexport const later = true\n'

/** The working tree, as a repository of its own. */
function makeRelease(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const name of listed.toString().split('\0').filter(existsSync)) cpSync(name, path.join(folder, name))
  run(folder, 'git', 'init', '--quiet', '--initial-branch=main')
  nameEngineer(folder)
  commit(folder, 'A release')
}

function nameEngineer(folder: string): void {
  run(folder, 'git', 'config', 'user.name', 'An engineer')
  run(folder, 'git', 'config', 'user.email', 'engineer@example.com')
}

function rename(folder: string): void {
  const file = path.join(folder, brandFile)
  const brand = readFileSync(file, 'utf8')
  const renamed = brand
    .replace(/^(export const name = ).*$/m, `$1'Lobby'`)
    .replace(/^(export const description = ).*$/m, `$1'A place of your own.'`)
    .replace(/^(export const slogan = ).*$/m, `$1'Come in'`)
    .replace(/^(export const app = ).*$/m, `$1'Your place'`)
  assert.notEqual(renamed, brand)
  writeFileSync(file, renamed)
}

/** Runs a block as it stands, but for the packages, which are there, and tests that follow here. */
function take(folder: string, block: string | undefined): void {
  assert.ok(block, 'the guide has fewer steps')
  run(folder, 'bash', '-c', npm + block)
}

const npm = `npm() { case "$*" in ci) ;; 'run check') command npm run typecheck ;; *) command npm "$@" ;; esac; }\n`

/** Of files that a release may change: not the brand, and not those that the guide says to keep. Empty ones don't count. */
function editedLines(folder: string): number {
  run(folder, 'git', 'add', '--all')
  const changed = output(folder, 'git', 'diff', '--name-only', '--diff-filter=M', 'HEAD').trim().split('\n')
  const others = changed.filter((name) => name !== brandFile && !isKept(folder, name))
  return (
    output(folder, 'git', 'diff', '--unified=0', 'HEAD', '--', ...others).match(/^-(?!-- ).+$/gm)?.length ?? 0
  )
}

function isKept(folder: string, name: string): boolean {
  return output(folder, 'git', 'check-attr', 'merge', '--', name).trim().endsWith(': ours')
}

const pages = ['/', '/login', '/privacy', '/terms', '/contact', '/app', '/app/account', '/no/such/page']

/** What a visitor reads and exports has none of these words. */
async function visit(folder: string, words: RegExp): Promise<void> {
  const [port, emulatorPort] = [await reservePort(), await reservePort()]
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), AUTH_EMULATOR_URL: `http://localhost:${emulatorPort}` }
  const site = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
  })
  const browser = await launchBrowser({})
  try {
    await waitForWords(site, 'Lobby is running')
    const page = await browser.newPage({ baseURL: url })
    await signIn(page)
    const read: string[] = []
    for (const place of pages) {
      await page.goto(place)
      await page.waitForLoadState('networkidle')
      read.push(`${place} ${await page.title()}\n${await page.locator('body').ariaSnapshot()}`)
    }
    read.push(await (await page.request.get('/api/account/export')).text())
    for (const text of read) assert.doesNotMatch(text, words)
  } finally {
    await browser.close()
    // npm keeps signals from the site.
    if (site.pid) process.kill(-site.pid, 'SIGINT')
    await once(site, 'close')
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoAccount.email)
  await page.getByLabel('Password').fill(demoAccount.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/app')
}

function waitForWords(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
        if (said.includes(words)) resolve()
      })
    child.once('close', () => reject(new Error(`It ended before it was ready:\n${said}`)))
  })
}

function commit(folder: string, message: string): void {
  run(folder, 'git', 'add', '--all')
  run(folder, 'git', 'commit', '--quiet', '--message', message)
}

function run(folder: string, program: string, ...parameters: string[]): void {
  execFileSync(program, parameters, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}

function output(folder: string, program: string, ...parameters: string[]): string {
  return execFileSync(program, parameters, { cwd: folder, encoding: 'utf8' })
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
