/** Requests without a browser, and the headers of each kind of response. */

import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Site } from './site'

type Reached = Pick<Site, 'url'>

/** As browsers name a user that was created in them. */
export const createdHash = (userId: string) => createHash('sha256').update(userId).digest('base64url')

/** Posts an ID token for a session, as the browser's token sync does. */
export function postToken({ url }: Reached, idToken: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${idToken}`
  return fetch(`${url}/api/session`, { method: 'POST', headers: { authorization, ...headers } })
}

/** Requests the notes page, with a session cookie or without. */
export function getNotesPage({ url }: Reached, cookie?: string): Promise<Response> {
  const headers = cookie ? { cookie: `__session=${cookie}` } : {}
  return fetch(`${url}/app`, { headers, redirect: 'manual' })
}

/** Requests a shared note as a browser does. */
export function openShareLink(
  { url }: Reached,
  shareId: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const own = { cookie: `__session=${cookie}`, 'sec-fetch-dest': 'document' }
  return fetch(`${url}/share/${shareId}`, { headers: { ...own, ...headers }, redirect: 'manual' })
}

/** The value and the attributes of the session cookie that an answer sets. */
export function sessionCookieOf(response: Response): { value: string; attributes: Map<string, string> } {
  const [header = '', ...others] = response.headers.getSetCookie()
  if (others.length > 0) throw new Error('more than one cookie is set')
  const [pair = '', ...attributes] = header.split('; ')
  if (!pair.startsWith('__session=')) throw new Error(`no session cookie, but ${response.status} ${header}`)
  const parsed = attributes.map((attribute) => attribute.toLowerCase().split('='))
  return {
    value: pair.slice('__session='.length),
    attributes: new Map(parsed.map(([name = '', value = '']) => [name, value])),
  }
}

/**
 * The whole response, which must come within eight seconds: the site gives up after four, the rest is for a slow machine.
 */
export async function inTime(answer: Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const response = await answer
  await response.clone().arrayBuffer()
  expect(performance.now() - startedAt, 'milliseconds until the answer').toBeLessThan(8_000)
  return response
}

/** Opens a connection and sends these lines, with the site's host if they name none. */
export function connectRaw(site: Site, head: readonly string[]): Socket {
  const { hostname, port, host } = new URL(site.url)
  const hasHost = head.some((line) => /^host:/i.test(line))
  const socket = connect(Number(port), hostname)
  socket.write([...head, ...(hasHost ? [] : [`Host: ${host}`]), '', ''].join('\r\n'))
  return socket
}

/** Everything the site sends until it closes the connection. */
export async function answerTo(site: Site, head: readonly string[]): Promise<string> {
  const socket = connectRaw(site, [...head, 'Connection: close'])
  return text(socket)
}

/** The status of a response; null if there is none. */
export function statusOf(answer: string): number | null {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? []
  return status ? Number(status) : null
}

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
  'reporting-endpoints': 'site="/api/errors"',
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
  'reporting-endpoints': 'site="/api/errors"',
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

/** Of a refusal: its status and code. */
export const codeOf = async (response: Response) => [response.status, (await response.json()).code]
