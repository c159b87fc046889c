import type { NextResponse } from 'next/server'
import { answerPasskey, passkeySession, readCeremony, tokenBody } from '@/lib/server/passkeys/requests'
import { exchangePasskey } from '@/lib/server/passkeys/token'

/** Exchanges an assertion for a custom token: any user's for a sign-in, the signed-in user's for a step-up. */
export function POST(request: Request): Promise<NextResponse> {
  return answerPasskey(request, async (facts) => {
    const read = await readCeremony(request, tokenBody)
    if (read.status === 'refused') return read
    const { rp, body } = read
    const { purpose, credential } = body
    if (purpose === 'sign-in') return exchangePasskey({ purpose, userId: null, rp, credential, facts })
    const current = await passkeySession()
    if (current.status === 'refused') return current
    return exchangePasskey({ purpose, userId: current.session.userId, rp, credential, facts })
  })
}
