import { NextResponse } from 'next/server'
import { additionRefusal, passkeyList } from '@/lib/server/passkeys/list'
import { addPasskey } from '@/lib/server/passkeys/registration'
import {
  answerPasskeyOwner,
  changeRefusal,
  readCeremony,
  registrationBody,
} from '@/lib/server/passkeys/requests'
import { answerSignedIn } from '@/lib/server/session/session'

/** Lists the user's passkeys. */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session) => NextResponse.json(await passkeyList(session)))
}

/** Adds a passkey. Needs a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerPasskeyOwner(request, async (session, facts) => {
    const read = await readCeremony(request, registrationBody)
    if (read.status === 'refused') return read
    const { rp, body } = read
    // Again, as the options may be from before a second factor.
    const refused = changeRefusal(session, body) ?? (await additionRefusal(session))
    return refused ?? addPasskey({ rp, session, credential: body.credential, facts })
  })
}
