/** An error's log record, identical from Node and the edge middleware. */

import type { LogFields } from '@/lib/log/record'
import { scrubPath } from '@/lib/log/scrub'
import { pageAt } from '@/lib/site/paths'
import { botOf } from './bots'
import { type DescribedError, type ErrorPlace, referenceOf } from './errors'

export type ErrorCircumstances = {
  requestId: string
  /** Null if there was no response, as for browser errors. */
  status: number | null
  method: string
  /** As requested; logged without query, tokens and email addresses. */
  path: string
  userAgent: string | null
  place: ErrorPlace
  /** Whether people see an error page. */
  hasPage: boolean
  /** If different from the request's. */
  reference?: string
}

/** The request and its outcome. Bots never see an error page (spec section 2). */
export function describeCircumstances(circumstances: ErrorCircumstances): LogFields {
  const { requestId, status, method, place, userAgent, hasPage } = circumstances
  const [requested = ''] = circumstances.path.split('?', 1)
  const bot = botOf(userAgent)
  return {
    requestId,
    reference: circumstances.reference ?? referenceOf(requestId),
    status,
    method,
    route: pageAt(requested.slice(0, longestPath))?.pattern ?? null,
    path: scrubPath(requested, longestPath),
    bot: bot?.name ?? false,
    ...(bot ? { botKind: bot.kind } : {}),
    rendered: hasPage && bot === null,
    place,
  }
}

/** The complete record: circumstances and error. */
export function describeErrorRecord(circumstances: ErrorCircumstances, error: DescribedError): LogFields {
  return { ...describeCircumstances(circumstances), ...error }
}

const longestPath = 500
