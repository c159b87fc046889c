/** The record of an error in the log, the same from Node and from the edge middleware. */

import type { LogFields } from '@/lib/log/record'
import { scrubPath } from '@/lib/log/scrub'
import { pageAt } from '@/lib/site/paths'
import { botOf } from './bots'
import { type DescribedError, type ErrorPlace, referenceOf } from './errors'

export type ErrorCircumstances = {
  requestId: string
  /** Null where no answer was given, as for an error in the browser. */
  status: number | null
  method: string
  /** As requested; in the record without its query, and without tokens and addresses. */
  path: string
  userAgent: string | null
  place: ErrorPlace
  /** Whether people get a page that tells of it. */
  hasPage: boolean
  /** If it is not the one of the request. */
  reference?: string
}

/** Who asked for what, and what came of it. Bots never see an error page (spec section 2). */
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

/** All of it: the circumstances and the error. */
export function describeErrorRecord(circumstances: ErrorCircumstances, error: DescribedError): LogFields {
  return { ...describeCircumstances(circumstances), ...error }
}

const longestPath = 500
