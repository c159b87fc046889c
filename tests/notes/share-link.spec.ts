import { randomUUID } from 'node:crypto'
import * as brand from '@/lib/site/brand'
import { expect, siteTest as test } from '../support/fixtures'

const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

test('a malformed share link is a logged 404, without signing in', async ({ site }) => {
  const path = '/share/not-a-uuid'
  const response = await fetch(site.url + path, { headers, redirect: 'manual' })
  expect(response.status).toBe(404)
  expect(await response.text()).toMatch(
    /<h1>This link doesn’t work<.*>It may have expired or been turned off\.</,
  )
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-/)
  const requestId = response.headers.get('x-request-id') ?? ''
  const reference = requestId.slice(0, 13)
  expect(response.headers.get('server-timing')).toBe(`reference;desc="${reference}"`)
  const line = () => site.records().find((record) => record.requestId === requestId)
  await expect
    .poll(line)
    .toMatchObject({ event: 'route.unknown', method: 'GET', path, status: 404, reference })
})

test('a link preview says that a note is shared, and nothing about it', async ({ site }) => {
  const path = `/share/${randomUUID()}`
  for (const agent of [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23',
    'curl/8',
  ]) {
    const response = await fetch(site.url + path, { headers: { 'user-agent': agent } })
    expect(response.status).toBe(200)
    expect(new URL(response.url).pathname).toBe('/login')
    const html = await response.text()
    expect(html).toContain(`<title>${brand.pageTitle('Someone shared a note with you')}</title>`)
    expect(html).toContain('<meta property="og:title" content="Someone shared a note with you"/>')
    for (const name of ['name="description"', 'property="og:description"'])
      expect(html).toContain(`<meta ${name} content="Sign in to read it. It’s free."/>`)
    expect(html).toMatch(/<h1[^>]*>Someone shared a note with you</)
    expect(html, 'one button leads').toMatch(/<a [^>]*quiet[^>]*>New here\?/)
  }
})
