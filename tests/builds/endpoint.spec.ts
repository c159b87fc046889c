/** The endpoints of the running build, and requests for another build. */

import { buildRoutes } from '@/lib/site/api-routes'
import { pages } from '@/lib/site/pages'
import { expect, siteTest as test } from '../support/fixtures'
import type { Site } from '../support/site'

const staticPages = ['/', '/terms', '/contact', '/privacy']
const share = '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

async function latest(site: Site): Promise<{ id: string; timestamp: number }> {
  return (await fetch(site.url + buildRoutes.latest(Date.now()))).json()
}

test('the latest build has an ID and a time, needs no session, and isn’t cached', async ({ site }) => {
  const response = await fetch(site.url + buildRoutes.latest(1))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { id, timestamp } = await response.json()
  expect(id).toMatch(/^[\w-]{8,}$/)
  expect(Math.abs(Date.now() - timestamp)).toBeLessThan(30 * 24 * 3_600_000)
})

test('the manifest describes all pages, and may be cached forever', async ({ site }) => {
  const { id, timestamp } = await latest(site)
  const response = await fetch(site.url + buildRoutes.meta(id))
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const manifest = await response.json()
  expect(manifest).toMatchObject({ id, timestamp })
  expect(Object.keys(manifest.routes)).toEqual(pages.map(({ pattern }) => pattern))
  expect(manifest.routes['/terms']).toMatchObject({ isStatic: true, needsSession: false })
  expect(manifest.routes['/app']).toMatchObject({ isStatic: false, needsSession: true })
})

for (const { pattern } of pages) {
  test(`${pattern} has the cache policy of the manifest`, async ({ site }) => {
    const { id } = await latest(site)
    const { routes: rules } = await (await fetch(site.url + buildRoutes.meta(id))).json()
    const path = pattern === '/share/{uuid}' ? share : pattern
    const page = await fetch(site.url + path, { redirect: 'manual' })
    expect(rules[pattern].cache).toBe(page.headers.get('cache-control'))
    expect(rules[pattern].needsSession).toBe(page.status === 307 || page.status === 401)
  })
}

for (const page of staticPages) {
  test(`${page} has its payload of this build, with the build’s ID`, async ({ site }) => {
    const { id } = await latest(site)
    const path = `${page === '/' ? '' : page}/_payload.json`
    const response = await fetch(`${site.url}${path}?${id}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const body = await response.json()
    expect(body).toMatchObject({ path: page, buildId: id })
    const own = await fetch(`${site.url}${page}?_rsc=1`, { headers: { rsc: '1' } })
    expect(body.payload).toBe(await own.text())
    expect(body.payload).toContain(`"b":"${id}"`)
  })
}

const unknown = [
  '/builds/meta/another-build.json',
  '/builds/meta/.json',
  '/builds/meta/another-build',
  '/terms/_payload.json',
  '/terms/_payload.json?another-build',
  '/terms/_payload.json?%',
  '/_payload.json?another-build',
  '/login/_payload.json?another-build',
  '/app/below/../_payload.json',
]

for (const path of unknown) {
  test(`${path} isn’t part of this build`, async ({ site }) => {
    const response = await fetch(site.url + path, { redirect: 'manual' })
    const isGuarded = path.startsWith('/app')
    expect(response.status).toBe(isGuarded ? 307 : 404)
    expect(response.headers.get('cache-control')).toContain('no-store')
  })
}

test('only static pages have a payload, not dynamic, missing or other ones', async ({ site }) => {
  const { id } = await latest(site)
  for (const page of ['login', 'debug-config', 'nothing', 'share%2fterms']) {
    const response = await fetch(`${site.url}/${page}/_payload.json?${id}`)
    expect(response.status, page).toBe(404)
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
})
