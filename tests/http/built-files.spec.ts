import { readdirSync, readFileSync } from 'node:fs'
import { closed, get, headersOf } from '../support/answers'
import { expect, siteTest as test } from '../support/fixtures'

const folder = '.next/static/chunks'
const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))

test('each script and style of the build comes as it was compressed with it, in a coding the browser takes', async ({
  site,
}) => {
  const largest = files
    .map((name) => ({ name, content: readFileSync(`${folder}/${name}`, 'utf8') }))
    .sort((one, other) => other.content.length - one.content.length)
  const script = largest.find(({ name }) => name.endsWith('.js'))
  const style = largest.find(({ name }) => name.endsWith('.css'))
  const wanted = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const
  for (const { name = '', content = '' } of [script ?? {}, style ?? {}])
    for (const [accepted, coding] of wanted) {
      const answer = await get(site, `/_next/static/chunks/${name}?dpl=1`, { 'accept-encoding': accepted })
      expect(await answer.text()).toBe(content)
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding])
      expect(answer.headers.get('content-type')).toMatch(
        /^(text|application)\/(javascript|css); charset=utf-8$/i,
      )
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headersOf(answer)).toEqual(closed)
    }
})

test('all of the build are there in Brotli, and none under another name', async ({ site }) => {
  const brotli = { 'accept-encoding': 'br' }
  expect(files.length).toBeGreaterThan(20)
  for (const name of files) {
    const answer = await get(site, `/_next/static/chunks/${name}`, brotli)
    expect([name, answer.headers.get('content-encoding')]).toEqual([name, 'br'])
    await answer.arrayBuffer()
  }
  expect((await get(site, `/_next/static/${files[0]}`, brotli)).status).toBe(404)
})
