import { NextResponse } from 'next/server'
import {
  addPasskey,
  answerPasskey,
  changeRefusal,
  listPasskeys,
  readBody,
  registrationBody,
  relyingParty,
  responseTo,
} from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** The user's passkeys. */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session) =>
    NextResponse.json({ passkeys: await listPasskeys(session) }),
  )
}

/** Adds a passkey. Needs a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const found = relyingParty(request.headers)
      if (found.status === 'refused') return found
      const read = await readBody(request, registrationBody)
      if (read.status === 'refused') return read
      const { userId, credential } = read.body
      const refusal = changeRefusal(session, userId)
      return refusal ?? responseTo(await addPasskey({ rp: found.rp, session, credential, facts }), 201)
    }),
  )
}
