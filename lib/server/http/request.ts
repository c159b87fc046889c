import 'server-only'
import { siteConfig } from '@/lib/config/config'
import {
  clientAddress,
  isCrossSite,
  isTypedVisit,
  isVisit,
  needsSecureCookie,
  ownOrigin,
} from '@/lib/http/origin'
import { requestIdHeader } from '@/lib/log/record'
import { noteForwarding } from './forwarding'

/** What a request says of itself, with what only a trusted proxy may say taken from nobody else. */
export type RequestFacts = {
  requestId: string
  clientAddress: string
  userAgent: string
  /** The site's own origin as this visitor sees it; null if the request names no usable host. */
  origin: string | null
  /** Whether a cookie set here is `Secure`. */
  needsSecureCookie: boolean
  isCrossSite: boolean
  /** Whether a person reads the answer; and whether they went there by themselves. */
  isVisit: boolean
  isTypedVisit: boolean
}

/** Reads the facts from a request's headers, by the settings of this run. */
export function requestFacts(headers: Headers): RequestFacts {
  noteForwarding(headers)
  const settings = siteConfig().origin
  const origin = ownOrigin(headers, settings)
  return {
    requestId: headers.get(requestIdHeader) ?? '',
    clientAddress: clientAddress(headers, settings.trustedProxies),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 400),
    origin,
    needsSecureCookie: needsSecureCookie(origin),
    isCrossSite: isCrossSite(headers, origin),
    isVisit: isVisit(headers),
    isTypedVisit: isTypedVisit(headers),
  }
}

export type JsonBody =
  | { status: 'read'; value: unknown }
  | { status: 'refused'; code: 'body-too-large' | 'no-json' }

/**
 * The body as JSON. One that is longer than allowed is refused: before anything is read where it says so itself, else after
 * no more than that. The rest is left where it is, as ending the stream would cut off the connection before the answer.
 */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const refused = { status: 'refused', code: 'body-too-large' } as const
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return refused
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) return refused
    chunks.push(chunk)
  }
  try {
    return { status: 'read', value: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'refused', code: 'no-json' }
    throw error
  }
}
