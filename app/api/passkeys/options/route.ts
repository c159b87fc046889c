import type { NextResponse } from 'next/server'
import { answerOwnSite } from '@/lib/server/http/answer'
import {
  answerPasskey,
  changeRefusal,
  creationOptions,
  optionsBody,
  passkeySession,
  readCeremony,
  refused,
  responseTo,
  signInOptions,
  stepUpOptions,
} from '@/lib/server/passkeys/passkeys'

/** A challenge for one purpose. Without a session only for a sign-in; to add a passkey, with a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerOwnSite(request, (facts) =>
    answerPasskey(facts, async () => {
      const read = await readCeremony(request, optionsBody)
      if (read.status === 'refused') return read
      const { rp, body } = read
      if (body.purpose === 'sign-in') return responseTo(await signInOptions(rp, facts))
      const current = await passkeySession()
      if (current.status === 'refused') return current
      const { session } = current
      if (body.purpose === 'step-up')
        return session.userId === body.userId
          ? responseTo(await stepUpOptions(rp, session))
          : refused('other-user')
      return changeRefusal(session, body) ?? responseTo(await creationOptions(rp, session, body.purpose))
    }),
  )
}
