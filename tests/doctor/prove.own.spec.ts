import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { startTlsProxy } from '../support/own-domain'
import { type Site, startSite } from '../support/site'
import { test } from '../support/world'

const host = 'www.foyer.test'

type Passed = { path: string; status: number; headers: Headers; body: string }

/** Faults of proxies and settings, each with the words that name it. */
const faults: [words: string, apply: (passed: Passed) => void][] = [
  ['problem  HSTS: 0 s, less than a year', ({ headers }) => headers.delete('strict-transport-security')],
  [
    'problem  Headers: /login lacks x-content-type-options',
    ({ path, headers }) => path === '/login' && headers.delete('x-content-type-options'),
  ],
  [
    'problem  Policy: / has a script that it forbids',
    (passed) => {
      if (passed.path === '/') passed.body = passed.body.replace('</body>', '<script>track()</script></body>')
    },
  ],
  [
    "/login lacks default-src 'none'",
    ({ path, headers }) => path === '/login' && headers.delete('content-security-policy'),
  ],
  [
    'problem  Consent: /login may measure before consent mode’s defaults',
    (passed) => {
      const tag = '<head><script src="https://www.googletagmanager.com/gtag/js"></script>'
      if (passed.path === '/login') passed.body = passed.body.replace('<head>', tag)
    },
  ],
  [
    'problem  Cookies: / sets balancer before anybody chose',
    ({ path, headers }) => path === '/' && headers.append('set-cookie', 'balancer=1; Path=/'),
  ],
  [
    'problem  Session cookie: it lacks Secure',
    ({ headers }) => {
      const [cookie = ''] = headers.getSetCookie()
      if (cookie.startsWith('__session=')) headers.set('set-cookie', cookie.replace(' Secure;', ''))
    },
  ],
  [
    'problem  Caching: caches may store /login; ',
    ({ path, headers }) => path === '/login' && headers.set('cache-control', 'public, max-age=60'),
  ],
  ['isn’t immutable', ({ path, headers }) => path.endsWith('.js') && headers.delete('cache-control')],
  ['problem  Compression: / has none', ({ headers }) => headers.delete('content-encoding')],
  [
    'problem  Guard: /app answers 200',
    (passed) => {
      if (passed.path === '/app') passed.status = 200
    },
  ],
  [
    'problem  Missing pages: 200, and 200 for bots; people don’t get our page',
    (passed) => {
      if (passed.path.startsWith('/no/')) Object.assign(passed, { status: 200, body: 'Gone' })
    },
  ],
  [
    '.js.map answers 200',
    (passed) => {
      if (passed.path.endsWith('.map')) passed.status = 200
    },
  ],
  [
    'problem  Ready: /api/ready answers 503',
    (passed) => {
      if (passed.path === '/api/ready') passed.status = 503
    },
  ],
]

test('what a proxy or a setting breaks is named, and nothing where nothing is broken', async ({ world }) => {
  const site = await startSite({
    env: { ...world.environment, SITE_URL: `https://${host}`, TRUSTED_PROXIES: '1' },
  })
  let isBroken = false
  const front = await startTlsProxy(site.url, world.google.tls, (request, response) =>
    isBroken ? passBroken(site, request, response) : false,
  )
  const folder = await mkdtemp(join(tmpdir(), 'foyer-prove-'))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, world.google.tls.authority)
  try {
    const whole = await prove(front.port, authority)
    expect(whole.said).not.toMatch(/^problem /m)
    expect(whole.said).toMatch(/^ok {7}Connection: TLSv1\.3, with a certificate for \d+ days$/m)
    expect(whole.code).toBe(0)
    isBroken = true
    const broken = await prove(front.port, authority)
    for (const [words] of faults) expect(broken.said).toContain(words)
    expect(broken.code).toBe(1)
    await front.close()
    expect(await prove(front.port, authority)).toMatchObject({
      code: 1,
      said: expect.stringContaining('gave no answer'),
    })
  } finally {
    await rm(folder, { recursive: true })
    await site.stop()
  }
})

async function passBroken(site: Site, request: IncomingMessage, response: ServerResponse): Promise<true> {
  const { url: path = '/', headers } = request
  const forwarded = {
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
    'user-agent': headers['user-agent'] ?? '',
  }
  const cookie = headers.cookie ?? ''
  const answer = await fetch(site.url + path, { redirect: 'manual', headers: { ...forwarded, cookie } })
  const passed = {
    path,
    status: answer.status,
    headers: new Headers(answer.headers),
    body: await answer.text(),
  }
  for (const [, apply] of faults) apply(passed)
  for (const name of ['content-length', 'transfer-encoding', 'connection']) passed.headers.delete(name)
  response.setHeaders(passed.headers).writeHead(passed.status).end(passed.body)
  return true
}

/** Runs the command, for which the host's name leads to this machine. */
async function prove(port: number, authority: string): Promise<{ code: number | null; said: string }> {
  const names = `import dns from 'node:dns'; const { lookup } = dns; dns.lookup = (name, ...more) => lookup(name === '${host}' ? '127.0.0.1' : name, ...more)`
  const options = [
    '--import',
    `data:text/javascript,${encodeURIComponent(names)}`,
    '--import',
    './scripts/typescript.mjs',
  ]
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', ...options, 'scripts/prove.ts', `https://${host}:${port}`],
    {
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authority } as unknown as NodeJS.ProcessEnv,
    },
  )
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, said: out + errors }
}
