import { NextResponse } from 'next/server'
import {
  addPasskey,
  answerPasskey,
  changeObstacle,
  listPasskeys,
  readBody,
  registrationBody,
  relyingParty,
  sent,
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
      const obstacle = changeObstacle(session, userId)
      return obstacle ?? sent(await addPasskey({ rp: found.rp, session, credential, facts }), 201)
    }),
  )
}
