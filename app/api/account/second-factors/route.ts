import { NextResponse } from 'next/server'
import { turnOffSecondFactors } from '@/lib/server/account/second-factors'
import { answerPasskey, changeRefusal, ownerBody, readBody, refused } from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** Removes all second factors of somebody who has just signed in by passkey. */
export function DELETE(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const read = await readBody(request, ownerBody)
      if (read.status === 'refused') return read
      const refusal = changeRefusal(session, read.body)
      if (refusal) return refusal
      const removal = await turnOffSecondFactors(session, facts.requestId)
      if (removal.status !== 'removed') return refused(removal.code)
      return NextResponse.json({ customToken: removal.customToken })
    }),
  )
}
