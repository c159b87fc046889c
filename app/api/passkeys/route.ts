import { NextResponse } from 'next/server'
import type { PasskeyList } from '@/lib/passkeys'
import {
  acceptedPasskeys,
  addPasskey,
  answerPasskey,
  changeRefusal,
  listPasskeys,
  readCeremony,
  registrationBody,
  responseTo,
} from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** The user's passkeys. */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session) => {
    const [passkeys, accepted] = await Promise.all([listPasskeys(session), acceptedPasskeys(session)])
    const list: PasskeyList = { passkeys, accepted }
    return NextResponse.json(list)
  })
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
