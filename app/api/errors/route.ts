import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { parseReference } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { parseViolations } from '@/lib/errors/violations'
import { addressBlock } from '@/lib/http/origin'
import { scrub } from '@/lib/log/scrub'
import { whenUnavailable } from '@/lib/server/database/errors'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { answerOwnSite, refusal } from '@/lib/server/http/answer'
import { type RequestFacts, readJson } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'

const maxBytes = 64 * 1024

/** Browsers' reports per address. */
const reportLimit = { name: 'report-by-address', points: 60, duration: 60, isFlood: true } as const

/**
 * Logs what a browser reports: an error, or violations of a page's policy. Anyone can send one, so it's bounded, validated,
 * scrubbed and rate-limited by address. Only valid ones count: others cost us nothing that is kept, so nobody can use up the
 * limit of those at their address with them.
 */
export function POST(request: Request): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    const body = await readJson(request, maxBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const violations = parseViolations(body.value)
    const report = v.safeParse(errorReport, body.value)
    if (!violations && !report.success) return refusal(400, 'no-report')
    if (violations?.length === 0) return new NextResponse(null, { status: 204 })
    const counting = consumeLimit(reportLimit, addressBlock(facts.clientAddress))
    // While the database is down, reports aren't limited.
    const retryAfterSeconds = await counting.catch(whenUnavailable(null))
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-reports', retryAfterSeconds)
    for (const violation of violations ?? [])
      log('warn', 'policy.violated', { requestId: facts.requestId, ...violation })
    if (report.success) record(facts, report.output)
    return new NextResponse(null, { status: 204 })
  })
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
