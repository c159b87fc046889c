import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictures } from '@/lib/site/api-routes'
import { isKnownPath } from '@/lib/site/paths'
import {
  changePasswordPath,
  manifestFile,
  robotsFile,
  securityFile,
  siteMapFile,
  socialCard,
} from '@/lib/site/well-known'

test('robots.txt disallows what needs a session, and names the site map if the site knows its URL', () => {
  const file = robotsFile('https://www.example.com')
  expect(file.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /app',
    'Disallow: /auth/success',
    'Disallow: /debug-config',
    'Disallow: /auth/silent-refresh',
    'Disallow: /auth/action',
    '',
    'Sitemap: https://www.example.com/sitemap.xml',
    '',
  ])
  expect(robotsFile(null)).not.toContain('Sitemap')
})

test('the site map has the pages for everybody', () => {
  const found = siteMapFile('https://www.example.com').matchAll(
    /<loc>https:\/\/www\.example\.com(.*)<\/loc>/g,
  )
  expect([...found].map(([, path]) => path)).toEqual(['/', '/terms', '/contact', '/privacy', '/login'])
})

test('security.txt names the contact, and expires in less than a year (RFC 9116)', () => {
  const now = new Date('2031-05-06T07:08:09.123Z')
  expect(securityFile('contact@example.com', 'https://www.example.com', now)).toBe(
    'Contact: mailto:contact@example.com\nExpires: 2031-11-04T07:08:09Z\nPreferred-Languages: en\nCanonical: https://www.example.com/.well-known/security.txt\n',
  )
  expect(securityFile('contact@example.com', null, now)).not.toContain('Canonical')
})

test('the path for password managers is a page of the site', () => {
  expect(isKnownPath(changePasswordPath.split('#')[0] ?? '')).toBe(true)
})

/** The width and height that a PNG has (its IHDR chunk). */
function sizeOf(file: string): string {
  const bytes = readFileSync(`public${file}`)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('a browser can install the site: its icons have the sizes that the manifest says', () => {
  const { start_url, icons } = JSON.parse(manifestFile())
  expect(isKnownPath(start_url)).toBe(true)
  expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) expect(sizeOf(src)).toBe(sizes)
  expect(sizeOf(pictures.touchIcon)).toBe('180x180')
})

test('a link to the site is shown with its card, if the site knows its address', () => {
  const [card] = socialCard('https://www.example.com')
  expect(card?.url).toBe(`https://www.example.com${pictures.socialCard}`)
  expect(sizeOf(pictures.socialCard)).toBe(`${card?.width}x${card?.height}`)
  expect(socialCard(null)).toEqual([])
})
