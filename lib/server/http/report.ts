import 'server-only'
import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { addressBlock } from '@/lib/http/origin'
import { consumeLimit, type Limit, whenUnavailable } from '@/lib/server/database/database'
import { answerOwnSite, refusal } from './answer'
import { type RequestFacts, readJson } from './request'

type Rules<Schema extends v.GenericSchema> = {
  limit: Limit
  maxBytes: number
  schema: Schema
  /** The code if the schema rejects the report. */
  malformed: string
}

/**
 * Logs a browser's report. Anyone can send one, so it's bounded, validated and rate-limited by address. Only valid ones
 * count: others cost us nothing that is kept, so nobody can use up the limit of those at their address with them.
 */
export function receiveReport<Schema extends v.GenericSchema>(
  request: Request,
  { limit, maxBytes, schema, malformed }: Rules<Schema>,
  record: (facts: RequestFacts, report: v.InferOutput<Schema>) => void,
): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    const body = await readJson(request, maxBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(schema, body.value)
    if (!parsed.success) return refusal(400, malformed)
    const counting = consumeLimit(limit, addressBlock(facts.clientAddress))
    // While the database is down, reports aren't limited.
    const retryAfterSeconds = await counting.catch(whenUnavailable(null))
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-reports', retryAfterSeconds)
    record(facts, parsed.output)
    return new NextResponse(null, { status: 204 })
  })
}
