/** An error's log record, identical from Node and the edge middleware. */

import type { LogFields } from '@/lib/log/record'
import { scrub, scrubPath } from '@/lib/log/scrub'
import { pageAt } from '@/lib/site/paths'
import { detectBot } from './bots'
import { type DescribedError, type ErrorSource, referenceOf } from './errors'

/** The client, as the request's headers describe it. */
export type ClientFacts = {
  userAgent: string | null
  /** Logged for bots only, so that an operator can verify what they claim to be. */
  clientAddress?: string | null
  /** The `Referer` header; logged for missing pages only. */
  referrer?: string | null
  /** The site's own origin, to recognize own referrers. */
  ownOrigin?: string | null
}

export type ErrorContext = ClientFacts & {
  requestId: string
  /** Null if there was no response, as for browser errors. */
  status: number | null
  method: string
  /** As requested; logged without query, tokens and email addresses. */
  path: string
  place: ErrorSource
  /** Whether people see an error page. */
  hasPage: boolean
  /** If different from the request's. */
  reference?: string
}

/** The request and its outcome. Bots never see an error page (S25). */
export function describeContext(context: ErrorContext): LogFields {
  const { requestId, status, method, place, userAgent, hasPage } = context
  const [requested = ''] = context.path.split('?', 1)
  const bot = detectBot(userAgent)
  return {
    requestId,
    reference: context.reference ?? referenceOf(requestId),
    status,
    method,
    route: pageAt(requested.slice(0, maxPathLength))?.pattern ?? null,
    path: scrubPath(requested, maxPathLength),
    ...(status === 404 ? describeReferrer(context, bot !== null) : {}),
    bot: bot?.name ?? false,
    ...(bot ? { botKind: bot.kind, clientAddress: describeAddress(context) } : {}),
    rendered: hasPage && bot === null,
    place,
  }
}

/** The complete record of an error. */
export function describeErrorRecord(context: ErrorContext, error: DescribedError): LogFields {
  return { ...describeContext(context), ...error }
}

/** Truncated, as behind fewer proxies than configured it is what the client wrote. */
function describeAddress({ clientAddress }: ClientFacts): string | undefined {
  return clientAddress ? scrub(clientAddress, maxAddressLength) : undefined
}

/**
 * The `referrer` field: a path of this site or another site's origin, for bots followed by the path. What a person read
 * elsewhere isn't logged. Empty without a valid `Referer`.
 */
function describeReferrer({ referrer, ownOrigin }: ClientFacts, isBot: boolean): LogFields {
  // Browsers send no longer ones (Referrer Policy, section 8.4).
  if (!referrer || referrer.length > 4_096 || !URL.canParse(referrer)) return {}
  const { protocol, host, origin, pathname } = new URL(referrer)
  if (protocol !== 'https:' && protocol !== 'http:') return {}
  // By host: behind a proxy the site may not know that it is at https.
  const isOwn = typeof ownOrigin === 'string' && host === new URL(ownOrigin).host
  return { referrer: scrubPath(isOwn ? pathname : isBot ? origin + pathname : origin, maxReferrerLength) }
}

const maxPathLength = 500
const maxReferrerLength = 200
/** An IPv6 address in brackets, with zone and port, is shorter. */
const maxAddressLength = 80
