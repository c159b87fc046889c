import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prerenderedFile, prerenderedPaths } from '@/lib/builds/built-files'
import { routes } from '@/lib/site/routes'
import { expect, siteTest as test } from '../support/fixtures'
import { apiHeaders, documentHeaders, get, headersOf } from '../support/requests'

const folder = '.next/static/chunks'
const parts = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))

/** What a browser says that it takes, and what it gets. */
const codings = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip', 'gzip'],
  ['identity', null],
] as const

test('each script and style of the build comes as it was compressed with it, in a coding the browser takes', async ({
  site,
}) => {
  const contents = parts.map((name) => ({ name, content: readFileSync(`${folder}/${name}`, 'utf8') }))
  expect(contents.length).toBeGreaterThan(20)
  // Which coding is chosen has nothing to do with the file; each was compressed in the first two.
  for (const [place, { name, content }] of contents.entries())
    for (const [accepted, coding] of place === 0 ? codings : codings.slice(0, 2)) {
      const answer = await get(site, `/_next/static/chunks/${name}?dpl=1`, { 'accept-encoding': accepted })
      expect(await answer.text()).toBe(content)
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding])
      expect(answer.headers.get('content-type')).toMatch(
        /^(text|application)\/(javascript|css); charset=utf-8$/i,
      )
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headersOf(answer)).toEqual(apiHeaders)
    }
  expect((await get(site, `/_next/static/${parts[0]}`)).status).toBe(404)
})

test('a platform’s functions bring of the project only the build, its packages and migrations', () => {
  const server = '.next/server'
  const lists = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.nft.json'),
  )
  expect(lists.length).toBeGreaterThan(40)
  const others = lists.flatMap((name) => {
    const { files } = JSON.parse(readFileSync(join(server, name), 'utf8')) as { files: string[] }
    return files
      .map((file) => join(dirname(join(server, name)), file))
      .filter(
        (file) => !/^(node_modules\/|\.next\/|lib\/server\/database\/migrations\/|package\.json$)/.test(file),
      )
  })
  expect(others).toEqual([])
})

test('no source and no map of it can be fetched', async ({ site }) => {
  const maps = readdirSync('.next/maps/static/chunks')
  // By the script's name, but for what Next adds for old browsers.
  const scripts = parts.filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => !maps.includes(`${name}.map`)).length).toBeLessThanOrEqual(1)
  expect(maps.length).toBeGreaterThan(20)
  const sources = ['components/ui/button.tsx', 'lib/server/config.ts', 'package.json', '.env']
  const addresses = [
    ...maps.flatMap((name) => [`/_next/static/chunks/${name}`, `/_next/maps/static/chunks/${name}`]),
    ...sources.flatMap((name) => [`/${name}`, `/_next/${name}`, `/_next/static/${name}`]),
  ]
  for (const address of addresses)
    expect([address, (await get(site, address)).status]).toEqual([address, 404])
  for (const name of parts)
    expect(readFileSync(`${folder}/${name}`, 'utf8')).not.toContain('sourceMappingURL')
})

test('so does each prerendered page, with a 304 for a browser that has it', async ({ site }) => {
  expect(prerenderedPaths.length).toBeGreaterThan(3)
  for (const path of prerenderedPaths) {
    const html = readFileSync(`.next/${prerenderedFile(path)}`, 'utf8')
    for (const [accepted, coding] of codings) {
      const answer = await get(site, `${path}?utm=1`, { 'accept-encoding': accepted })
      expect(await answer.text()).toBe(html)
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding])
      expect(headersOf(answer)).toEqual(documentHeaders)
      const etag = answer.headers.get('etag') ?? ''
      const again = await get(site, path, {
        'accept-encoding': accepted,
        'if-none-match': `"other", ${etag}`,
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(headersOf(again)).toEqual(headersOf(answer))
    }
    const head = await fetch(site.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(html))])
  }
})

test('the data of a prerendered page, which the router asks for, still comes from Next', async ({ site }) => {
  // Next first redirects to an address of its own for these data.
  const answer = await fetch(site.url + routes.terms, { headers: { rsc: '1' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/x-component'])
  const { vary } = Object.fromEntries((await get(site, routes.terms)).headers)
  expect(answer.headers.get('vary')).toBe(vary)
})
