/** Requests without a browser: the session endpoint and guarded pages. */
import { expect } from '@playwright/test'
import type { Site } from './site'

type Reached = Pick<Site, 'url'>

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

export const codeOf = async (response: Response) => [response.status, (await response.json()).code]
