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
import { reservePort } from '../support/port'

const guide = readFileSync('docs/make-it-yours.md', 'utf8')
const mostEditedLines = 5
const mostConflicts = 5

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-adopt-'))
  try {
    copySources(folder)
    commit(folder, 'The release')
    rename(folder)
    commit(folder, 'Our brand')
    takeSteps(folder, 'Without notes')
    assert.ok(
      editedLines(folder) <= mostEditedLines,
      `${editedLines(folder)} lines of files that stay were edited`,
    )
    commit(folder, 'Without notes')
    run(folder, 'npm', 'run', 'check')
    console.log('renamed and without notes: format, lint, types and unit tests')
    await visit(folder)
    console.log('a visitor signs in and meets neither')
    follow(folder)
    console.log('a later release merges')
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The working tree, as a repository of its own. */
function copySources(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const name of listed.toString().split('\0').filter(existsSync)) cpSync(name, path.join(folder, name))
  execFileSync('cp', ['-a', 'node_modules', folder])
  run(folder, 'git', 'init', '--quiet', '--initial-branch=main')
  run(folder, 'git', 'config', 'user.name', 'An engineer')
  run(folder, 'git', 'config', 'user.email', 'engineer@example.com')
}

/** Only what the guide says of `brand.ts`, and the command that draws the pictures. */
function rename(folder: string): void {
  const file = path.join(folder, 'lib/site/brand.ts')
  const brand = readFileSync(file, 'utf8')
  const renamed = brand
    .replace(/^(export const name = ).*$/m, `$1'Lobby'`)
    .replace(/^(export const description = ).*$/m, `$1'A place of your own.'`)
    .replace(/^(export const app = ).*$/m, `$1'Your place'`)
  assert.notEqual(renamed, brand)
  writeFileSync(file, renamed)
  run(folder, 'npm', 'run', 'draw')
}

/** The commands and files under this heading of the guide. */
function takeSteps(folder: string, heading: string): void {
  const [section = ''] = guide.split(`## ${heading}\n`)[1]?.split('\n## ') ?? []
  const steps = [...section.matchAll(/(?:`([^`\n]+)`[^`]*)?```(sh|tsx?)\n([\s\S]*?)```/g)]
  assert.ok(steps.length > 0, `the guide has no steps under ${heading}`)
  for (const [, file = '', kind, content = ''] of steps)
    if (kind === 'sh') run(folder, 'bash', '-ec', content)
    else writeFileSync(path.join(folder, file), content)
}

/** Of files that the release has, too, but for those that the guide gives whole. */
function editedLines(folder: string): number {
  const changed = output(folder, 'git', 'diff', '--numstat', '--diff-filter=M', 'HEAD').trim().split('\n')
  const lines = changed
    .map((line) => line.split('\t'))
    .filter(([, , name = '']) => !guide.includes(`\`${name}\`:`))
  return lines.reduce((sum, [added, deleted]) => sum + Math.max(Number(added), Number(deleted)), 0)
}

const pages = ['/', '/login', '/privacy', '/terms', '/contact', '/app', '/app/account', '/no/such/page']

/** What a visitor reads has neither the old name nor notes, and neither has the export. */
async function visit(folder: string): Promise<void> {
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
    for (const text of read) assert.doesNotMatch(text, /\bnotes?\b|foyer(?!-)/i)
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

/** Merges a later release that changes the core, notes and words, as the guide says. */
function follow(folder: string): void {
  run(folder, 'git', 'checkout', '--quiet', '-b', 'release', 'main~2')
  for (const [file, change] of laterChanges) appendFileSync(path.join(folder, file), change)
  commit(folder, 'A later release')
  run(folder, 'git', 'checkout', '--quiet', 'main')
  try {
    run(folder, 'git', 'merge', '--quiet', '--no-edit', 'release')
  } catch {
    takeSteps(folder, 'Follow later releases')
  }
  const conflicts = output(folder, 'git', 'diff', '--name-only', '--diff-filter=U')
    .split('\n')
    .filter(Boolean)
  assert.ok(conflicts.length <= mostConflicts, `conflicts in ${conflicts.join(', ')}`)
  run(folder, 'npm', 'run', 'typecheck')
}

const laterChanges = [
  ['lib/server/session/end.ts', '\n/** A later release says more. */\nexport const later = true\n'],
  ['lib/server/notes/note.ts', '\n/** A later release says more. */\nexport const later = true\n'],
  ['lib/identity/error-words.ts', '\n/** A later release says more. */\nexport const later = true\n'],
] as const

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
