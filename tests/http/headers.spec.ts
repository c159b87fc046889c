import { readFileSync } from 'node:fs'
import { consentBoot } from '@/lib/consent/boot'
import { scriptRetryBoot } from '@/lib/errors/script-retry'
import { hashSource, inlineScriptsOf } from '@/lib/http/security-headers'
import { sessionBoot } from '@/lib/session/hint'
import { themeBoot } from '@/lib/theme'
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import {
  apiHeaders,
  documentHeaders,
  expectPersonal,
  expectStylesInside,
  fileHeaders,
  get,
  headersOf,
  postToken,
  sourcesOf,
} from '../support/requests'

const ofSecretAddress = { ...documentHeaders, 'referrer-policy': 'strict-origin' }
const prerendered = ['/', '/terms', '/privacy', '/contact', '/no/such/page', '/%6cogin']
for (const path of prerendered) {
  test(`${path} is prerendered, and its policy names exactly its inline scripts`, async ({ site }) => {
    const response = await get(site, path)
    const html = await response.text()
    expectStylesInside(response, html)
    const inline = [...html.matchAll(/<script(?: id="_R_")?>(.*?)<\/script>/gs)]
    const hashes = inline.map(([, script = '']) => hashSource(script))
    expect(headersOf(response)).toEqual(documentHeaders)
    expect(response.headers.get('cache-control')).toBe(
      response.ok ? 's-maxage=31536000' : 'private, no-store',
    )
    expect(hashes.length).toBeGreaterThan(1)
    expect(sourcesOf(response, 'script-src')).toEqual(["'self'", ...hashes])
  })
}

/** Inline in every page, and known by their hashes. */
const boots = [themeBoot(), sessionBoot, consentBoot, scriptRetryBoot]

/** Of the page that Next sends if a layout fails. */
const failurePage = readFileSync('.next/server/app/_global-error.html', 'utf8')

const personal = ['/login', '/auth/success', '/auth/silent-refresh', '/auth/action', '/debug-config']
for (const path of personal) {
  test(`${path} has a fresh nonce, on each of its scripts, and is for one visitor`, async ({ site }) => {
    const nonces = []
    for (let visit = 0; visit < 2; visit++) {
      const response = await get(site, path, { 'content-security-policy': "script-src 'nonce-made-up'" })
      expect(response.status).toBe(200)
      expect(headersOf(response)).toEqual(path === '/auth/action' ? ofSecretAddress : documentHeaders)
      expectPersonal(response)
      expect([...response.headers.keys()].filter((name) => name.startsWith('x-foyer-'))).toEqual([])
      const ofFailure = inlineScriptsOf(failurePage).map(hashSource)
      const [self, source = '', ...others] = sourcesOf(response, 'script-src')
      const popups = path === '/login' ? ['https://apis.google.com'] : []
      const hashes = boots.map(hashSource)
      expect([self, others]).toEqual(["'self'", [...hashes, ...ofFailure, ...popups]])
      const page = await response.text()
      const html = page.replace(boots.map((boot) => `<script>${boot}</script>`).join(''), '')
      expect(html).not.toBe(page)
      expectStylesInside(response, html)
      const scripts = html.match(/<script[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(3)
      const nonce = /^'nonce-(.{24})'$/.exec(source)?.[1]
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
  })
}

test('each policy lets in the styles of all pages, as those that follow softly bring theirs', async ({
  site,
}) => {
  const styles = sourcesOf(await get(site, '/'), 'style-src')
  expect(styles.length).toBeGreaterThan(3)
  for (const path of [...prerendered, ...personal])
    expect(sourcesOf(await get(site, path), 'style-src'), path).toEqual(styles)
})

test('pages behind a session have a nonce, too, and 404 pages below them the hashes', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const opened = await postToken(site, idToken)
  expect([opened.status, headersOf(opened)]).toEqual([
    204,
    { ...apiHeaders, 'set-cookie': expect.stringContaining('__session=') },
  ])
  expectPersonal(opened)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const [path, status] of [
    ['/app', 200],
    ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', 404],
  ] as const) {
    const response = await get(site, path, { cookie })
    expect([response.status, headersOf(response)]).toEqual([status, documentHeaders])
    expect(sourcesOf(response, 'script-src')[1]).toMatch(/^'nonce-/)
    expectPersonal(response)
    if (status === 200) expectStylesInside(response, await response.text())
  }
  const below = await get(site, '/app/far/below', { cookie })
  expect([below.status, headersOf(below)]).toEqual([404, documentHeaders])
  expect(sourcesOf(below, 'script-src')[1]).toMatch(/^'sha256-/)
  expect(below.headers.get('cache-control')).toMatch(/^private, .*no-store/)
})

test('a redirect and a refusal of the guard are closed and for one visitor', async ({ site }) => {
  for (const [destination, status] of [
    ['document', 307],
    ['empty', 401],
  ] as const) {
    const response = await get(site, '/app', { 'sec-fetch-dest': destination })
    expect([response.status, headersOf(response)]).toEqual([status, fileHeaders])
    expectPersonal(response)
  }
})

const files = ['/icon.svg', '/favicon.ico', '/robots.txt', '/builds/latest.json', '/privacy/_payload.json']

test('what is no document may do nothing if opened as one', async ({ site }) => {
  for (const path of ['/api/session', '/api/config', '/api/contact'])
    expect(headersOf(await get(site, path)), path).toEqual(apiHeaders)
  for (const path of files) expect(headersOf(await get(site, path)), path).toEqual(fileHeaders)
})

test('the state of the session is for one visitor, the configuration for all', async ({ site }) => {
  expectPersonal(await get(site, '/api/session'))
  expect((await get(site, '/api/config')).headers.get('cache-control')).toBe('public, max-age=60')
})
