import { expect, test } from 'vitest'
import { isKnownPath } from '@/lib/site/paths'
import { changePasswordPath, robotsFile, securityFile, siteMapFile } from '@/lib/site/well-known'

test('crawlers are kept from what needs a session, and led to the site map of a site that knows its address', () => {
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

test('who found a weakness reads whom to tell, and until when that holds: less than a year (RFC 9116)', () => {
  const now = new Date('2031-05-06T07:08:09.123Z')
  expect(securityFile('contact@example.com', 'https://www.example.com', now)).toBe(
    'Contact: mailto:contact@example.com\nExpires: 2031-11-04T07:08:09Z\nPreferred-Languages: en\nCanonical: https://www.example.com/.well-known/security.txt\n',
  )
  expect(securityFile('contact@example.com', null, now)).not.toContain('Canonical')
})

test('a password manager is led to a page of the site', () => {
  expect(isKnownPath(changePasswordPath.split('#')[0] ?? '')).toBe(true)
})
