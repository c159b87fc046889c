import type { NextResponse } from 'next/server'
import {
  answerPasskey,
  changeRefusal,
  readBody,
  removePasskey,
  renameBody,
  renamePasskey,
  responseTo,
} from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** Renames one of the user's passkeys. */
export function PUT(request: Request, { params }: RouteContext<'/api/passkeys/[id]'>): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const read = await readBody(request, renameBody)
      if (read.status === 'refused') return read
      const { id } = await params
      return responseTo(await renamePasskey(id, read.body.name, { session, facts }))
    }),
  )
}

/** Removes one of the user's passkeys. Needs a recent sign-in. */
export function DELETE(
  request: Request,
  { params }: RouteContext<'/api/passkeys/[id]'>,
): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const refusal = changeRefusal(session, session)
      if (refusal) return refusal
      const { id } = await params
      return responseTo(await removePasskey(id, { session, facts }))
    }),
  )
}
