/**
 * `npm run vercel`: lets Vercel's own command build a copy of the site, offline, and starts functions with their files and
 * nothing else. Exits with 1 at the first broken promise. Takes a few minutes; Vercel's command comes from the npm registry.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { prerenderedPaths } from '@/lib/builds/built-files'
import { startPostgres } from '../support/database/postgres'
import { startGoogle } from '../support/google/google'
import { bareEnvironment } from '../support/site'

/** Newer versions need a newer Node. */
const command = 'vercel@58.10.0'
const site = 'https://www.example.com'

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-vercel-'))
  const [google, postgres] = [await startGoogle(), await startPostgres()]
  try {
    const settings = {
      ...google.environment,
      ...{ DATABASE_URL: postgres.url, SITE_URL: site, GTAG_ID: 'G-TEST1', VERCEL: '1' },
      CLIENT_ADDRESS_HEADER: 'x-vercel-forwarded-for',
    }
    // The command is fetched as this machine's npm is told to.
    build(folder, { ...process.env, ...settings })
    assertHeaders(path.join(folder, '.vercel', 'output'))
    await assertFunctions(folder, { ...bareEnvironment(), ...settings })
    console.log('The build works on Vercel, as far as this machine can tell.')
  } finally {
    await google.stop()
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function build(folder: string, env: NodeJS.ProcessEnv): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const name of listed.toString().split('\0').filter(existsSync)) cpSync(name, path.join(folder, name))
  execFileSync('cp', ['-a', 'node_modules', folder])
  mkdirSync(path.join(folder, '.vercel'))
  const project = {
    projectId: 'prj',
    orgId: 'team',
    settings: { framework: 'nextjs', installCommand: 'true' },
  }
  writeFileSync(path.join(folder, '.vercel', 'project.json'), JSON.stringify(project))
  execFileSync('npx', ['--yes', command, 'build', '--prod', '--yes'], { cwd: folder, env, stdio: 'inherit' })
}

/** What Vercel's edge sends: each static page's policy, and that of what is no page; where the middleware runs. */
function assertHeaders(output: string): void {
  for (const page of prerenderedPaths) {
    const name = page === '/' ? 'index' : page.slice(1)
    const { initialHeaders } = readJson(path.join(output, 'functions', `${name}.prerender-config.json`))
    assert.match(initialHeaders['content-security-policy'], /^default-src 'none'; .*googletagmanager/, page)
  }
  const { routes, crons } = readJson(path.join(output, 'config.json'))
  assert.equal(crons[0].path, '/api/cron')
  const headersAt = (url: string) =>
    Object.assign({}, ...routes.filter(fits(url)).map((route: Route) => route.headers ?? {}))
  assert.equal(headersAt('/privacy')['x-frame-options'], 'DENY')
  assert.equal(headersAt('/privacy')['content-security-policy'], undefined)
  for (const url of ['/api/session', '/_next/static/a.js', '/icon.svg'])
    assert.match(headersAt(url)['content-security-policy'], /^default-src 'none'/, url)
  const middleware = routes.find((route: Route) => route.middlewarePath)
  assert.deepEqual(
    ['/app', '/login', '/no/such', '/', '/privacy', '/api/session'].map((url) => fits(url)(middleware)),
    [true, true, true, false, false, false],
  )
}

type Route = { src?: string; headers?: Record<string, string>; middlewarePath?: string; has?: unknown }

const fits = (url: string) => (route: Route) => !route.has && !!route.src && new RegExp(route.src).test(url)

async function assertFunctions(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const call = (name: string, url: string, method = 'GET') => callFunction(folder, env, name, url, method)
  const passed = await call('_middleware', '/login')
  assert.deepEqual([passed.status, passed.headers['x-middleware-next']], [200, '1'])
  assert.match(passed.headers['content-security-policy'] ?? '', /'nonce-/)
  const redirected = await call('_middleware', '/app')
  assert.deepEqual([redirected.status, redirected.headers.location], [307, '/login?next=%2Fapp'])
  const missing = await call('_middleware', '/no/such/page')
  assert.equal(missing.status, 404)
  assert.match(missing.text, /Page Not Found/)
  assert.equal((await call('login', '/login')).status, 200)
  assert.equal((await call('api/session', '/api/session', 'POST')).status, 401)
  assert.deepEqual(JSON.parse((await call('api/ready', '/api/ready')).text), { status: 'ready' })
}

type Answer = { status: number; headers: Record<string, string>; text: string }

/** The response of a function that has its own files and nothing else. */
async function callFunction(
  folder: string,
  env: NodeJS.ProcessEnv,
  name: string,
  url: string,
  method: string,
): Promise<Answer> {
  // Functions that are the same are links to one.
  const from = realpathSync(path.join(folder, '.vercel', 'output', 'functions', `${name}.func`))
  const into = path.join(folder, 'functions', name)
  rmSync(into, { recursive: true, force: true })
  cpSync(from, into, { recursive: true, verbatimSymlinks: true })
  const { filePathMap } = readJson(path.join(from, '.vc-config.json'))
  for (const [file, source] of Object.entries<string>(filePathMap))
    copyFile(path.join(folder, source), path.join(into, file))
  const parameters = [path.resolve('tests/vercel/call.cjs'), into, site + url, method]
  // Not synchronously: the stand-in for Google is in this process.
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: into, env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

function copyFile(source: string, target: string): void {
  if (lstatSync(source).isSymbolicLink()) {
    mkdirSync(path.dirname(target), { recursive: true })
    symlinkSync(readlinkSync(source), target)
  } else cpSync(source, target)
}

// biome-ignore lint/suspicious/noExplicitAny: Vercel's files
function readJson(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'))
}

void main()
