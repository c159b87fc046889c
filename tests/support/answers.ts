/** The site's responses, and the headers of each kind. */
import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Site } from './site'

export function get(site: Site, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + path, { headers, redirect: 'manual' })
}

/** The headers of a response, without those about its content and connection. */
export function headersOf({ headers }: Response): Record<string, string> {
  const others =
    /^(date|connection|keep-alive|transfer-encoding|content-(type|length|encoding)|etag|link|location|refresh|retry-after|accept-ranges|last-modified|x-nextjs-.*|x-request-id|server-timing|vary|cache-control)$/
  return Object.fromEntries([...headers].filter(([name]) => !others.test(name)))
}

export const plain = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
export const documentHeaders = {
  ...plain,
  'content-security-policy': expect.stringMatching(/^default-src 'none'; [^,]*; frame-ancestors 'none'$/),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': expect.stringContaining('camera=()'),
}
export const apiHeaders = {
  ...plain,
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; form-action 'none'; [^,]*; frame-ancestors 'none'$/,
  ),
}
/** Of what is no document, but may be served from a path where Next knows no better. */
export const fileHeaders = {
  ...apiHeaders,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': expect.stringContaining('camera=()'),
}
export const hsts = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** A directive's sources in the policy of an answer. */
export function sourcesOf(response: Response, directive: string): string[] {
  const policy = response.headers.get('content-security-policy') ?? ''
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

/** Checks that no shared cache may store the response. */
export function expectPersonal(response: Response): void {
  expect(response.headers.get('cache-control')).toBe('private, no-store')
}

/** Checks that the page has its styles inline, so that none blocks the first paint, and that its policy allows only them. */
export function expectStylesInside(response: Response, html: string): void {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
  const hashes = styles.map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  const [self, ...sources] = sourcesOf(response, 'style-src')
  expect([self, hashes.length]).toEqual(["'self'", 1])
  expect(sources).toEqual(expect.arrayContaining(hashes))
  expect(sources.filter((source) => !/^'sha256-[\w+/]{43}='$/.test(source))).toEqual([])
  expect(html).not.toMatch(/<link rel="stylesheet"|\sstyle="/)
}

/** Waits for the first response of a site that is starting. */
export async function firstAnswer(url: string): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
}
