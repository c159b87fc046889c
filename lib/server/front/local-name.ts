import 'server-only'
import type { IncomingMessage } from 'node:http'
import { isDocumentRequest } from '@/lib/http/origin'
import { pageAt } from '@/lib/site/paths'
import type { Refusal } from './refusal'

/**
 * Redirects a page requested at a loopback address to `localhost`, as browsers refuse passkeys at an IP address. Null for
 * everything else. `origin`: the site's own, as this visitor sees it.
 */
export function redirectToLocalhost(
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  origin: string | null,
): Refusal | null {
  if (origin === null || pageAt(url.split('?', 1)[0] ?? '') === null) return null
  const seen = new URL(origin)
  if (!['127.0.0.1', '[::1]'].includes(seen.hostname)) return null
  const destination = headers['sec-fetch-dest']
  const fields = new Headers(destination === undefined ? {} : { 'sec-fetch-dest': String(destination) })
  if (!isDocumentRequest({ method, headers: fields })) return null
  seen.hostname = 'localhost'
  return { status: 307, headers: { location: seen.origin + url } }
}
