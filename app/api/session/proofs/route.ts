import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { serverConfig } from '@/lib/server/config'
import { answerOwnSite, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { exchangeCode, proofBody, proofRefusals } from '@/lib/server/session/proofs'

const maxBytes = 4096

/** Exchanges the code of a mail for a proof that this browser held it. */
export function POST(request: Request): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    if (!serverConfig().public.identity) return refusal(503, 'not-configured')
    const body = await readJson(request, maxBytes)
    const parsed = v.safeParse(proofBody, body.status === 'read' ? body.value : null)
    if (!parsed.success) return refusal(400, 'malformed')
    const result = await exchangeCode({ ...parsed.output, facts })
    if (result.status === 'ok') return NextResponse.json(result.answer)
    return refusal(proofRefusals[result.code], result.code, result.retryAfterSeconds)
  })
}
