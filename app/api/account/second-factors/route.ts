import type { NextResponse } from 'next/server'
import { answerPasskeyOwner, changeRefusal, ownerBody, readBody } from '@/lib/server/passkeys/requests'
import { turnOffSecondFactors } from '@/lib/server/passkeys/token'

/** Removes all second factors of a user who has recently signed in with a passkey. */
export function DELETE(request: Request): Promise<NextResponse> {
  return answerPasskeyOwner(request, async (session, { requestId }) => {
    const read = await readBody(request, ownerBody)
    if (read.status === 'refused') return read
    return changeRefusal(session, read.body) ?? turnOffSecondFactors(session, requestId)
  })
}
