import type { NextResponse } from 'next/server'
import * as v from 'valibot'
import { parseReference } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { scrub } from '@/lib/log/scrub'
import { receiveReport } from '@/lib/server/http/report'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'

/** Logs an error that a browser reports: untrusted, so it is validated, truncated and scrubbed. */
export function POST(request: Request): Promise<NextResponse> {
  return receiveReport(request, rules, record)
}

const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => scrub(value, maxLength)),
  )
const errorFacts = { name: text(100), message: text(1_000), stack: text(4_000) }
const errorReport = v.object({
  reference: v.pipe(
    v.string(),
    v.check((value) => parseReference(value) !== null),
  ),
  path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(2_000)),
  rendered: v.boolean(),
  ...errorFacts,
  causes: v.pipe(v.array(v.object(errorFacts)), v.maxLength(4)),
})

const rules = {
  limit: 'report-by-address',
  maxBytes: 64 * 1024,
  schema: errorReport,
  malformed: 'no-error-report',
} as const

function record(
  { requestId, userAgent, clientAddress }: RequestFacts,
  { reference, path, rendered, ...error }: v.InferOutput<typeof errorReport>,
): void {
  const context = {
    requestId,
    status: null,
    method: 'GET',
    path,
    userAgent,
    clientAddress,
    place: 'browser' as const,
    hasPage: rendered,
    reference,
  }
  log('error', 'error.thrown', describeErrorRecord(context, error))
}
