import { NextResponse } from 'next/server'
import {
  addPasskey,
  answerPasskey,
  changeRefusal,
  passkeyList,
  readCeremony,
  registrationBody,
  responseTo,
} from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** The user's passkeys. */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session) => NextResponse.json(await passkeyList(session)))
}

/** Adds a passkey. Needs a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const read = await readCeremony(request, registrationBody)
      if (read.status === 'refused') return read
      const { rp, body } = read
      const { purpose, credential } = body
      const refusal = changeRefusal(session, body)
      return refusal ?? responseTo(await addPasskey({ rp, session, purpose, credential, facts }), 201)
    }),
  )
}
