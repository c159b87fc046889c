/** An error's log record, identical from Node and the edge middleware. */

import type { LogFields } from '@/lib/log/record'
import { scrub, scrubPath } from '@/lib/log/scrub'
import { pageAt } from '@/lib/site/paths'
import { detectBot } from './bots'
import { type DescribedError, type ErrorSource, referenceOf } from './errors'
import { describeReferrer } from './referrer'

/** Who asked, as the request's headers say. */
export type ClientFacts = {
  userAgent: string | null
  /** Logged for bots only, whose claims an operator may want to verify. */
  clientAddress?: string
  /** The `Referer` header; logged for missing pages only. */
  referrer?: string | null
  /** The site's own origin, to tell own referrers from others. */
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
export function describeContext(circumstances: ErrorContext): LogFields {
  const { requestId, status, method, place, userAgent, hasPage } = circumstances
  const [requested = ''] = circumstances.path.split('?', 1)
  const bot = detectBot(userAgent)
  return {
    requestId,
    reference: circumstances.reference ?? referenceOf(requestId),
    status,
    method,
    route: pageAt(requested.slice(0, maxPathLength))?.pattern ?? null,
    path: scrubPath(requested, maxPathLength),
    ...(status === 404 ? describeReferrer(circumstances, bot !== null) : {}),
    bot: bot?.name ?? false,
    ...(bot ? { botKind: bot.kind, clientAddress: describeAddress(circumstances) } : {}),
    rendered: hasPage && bot === null,
    place,
  }
}

/** The complete record: circumstances and error. */
export function describeErrorRecord(circumstances: ErrorContext, error: DescribedError): LogFields {
  return { ...describeContext(circumstances), ...error }
}

/** Undefined, so left out, if there is none. Behind too few proxies it may be whatever the client wrote. */
function describeAddress({ clientAddress }: ClientFacts): string | undefined {
  return clientAddress ? scrub(clientAddress, maxAddressLength) : undefined
}

const maxPathLength = 500
/** An IPv6 address in brackets, with its zone and port, is shorter. */
const maxAddressLength = 80
