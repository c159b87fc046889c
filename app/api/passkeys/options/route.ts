import type { NextResponse } from 'next/server'
import { creationOptions, signInOptions, stepUpOptions } from '@/lib/server/passkeys/ceremony'
import {
  answerPasskey,
  changeRefusal,
  optionsBody,
  passkeySession,
  readCeremony,
  refused,
} from '@/lib/server/passkeys/requests'

/** Creates a challenge for one purpose. Only a sign-in needs no session; adding a passkey needs a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerPasskey(request, async () => {
    const read = await readCeremony(request, optionsBody)
    if (read.status === 'refused') return read
    const { rp, body } = read
    if (body.purpose === 'sign-in') return signInOptions(rp)
    const current = await passkeySession()
    if (current.status === 'refused') return current
    const { session } = current
    if (body.purpose === 'step-up')
      return session.userId === body.userId ? stepUpOptions(rp, session) : refused('other-user')
    return changeRefusal(session, body) ?? creationOptions(rp, session)
  })
}
