import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { serverConfig } from '@/lib/server/config'
import { answerOwnSite, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { linkBody, sendSignInLink } from '@/lib/server/session/links'

const maxBytes = 4096
const statusOf = { 'invalid-email': 400, 'rate-limited': 429, 'link-off': 502 } as const

/** Emails a sign-in link. */
export function POST(request: Request): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    if (!serverConfig().public.identity) return refusal(503, 'not-configured')
    const body = await readJson(request, maxBytes)
    const parsed = v.safeParse(linkBody, body.status === 'read' ? body.value : null)
    if (!parsed.success) return refusal(400, 'malformed')
    const result = await sendSignInLink({ ...parsed.output, headers: request.headers, facts })
    if (result.status === 'sent') return new NextResponse(null, { status: 204 })
    const retryAfterSeconds = 'retryAfterSeconds' in result ? result.retryAfterSeconds : null
    return refusal(statusOf[result.code], result.code, retryAfterSeconds)
  })
}
