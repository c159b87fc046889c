import type { NextResponse } from 'next/server'
import { removePasskey, renamePasskey } from '@/lib/server/passkeys/list'
import { answerPasskeyOwner, changeRefusal, readBody, renameBody } from '@/lib/server/passkeys/requests'

type Context = RouteContext<'/api/passkeys/[id]'>

/** Renames one of the user's passkeys. */
export function PUT(request: Request, { params }: Context): Promise<NextResponse> {
  return answerPasskeyOwner(request, async (session, facts) => {
    const read = await readBody(request, renameBody)
    if (read.status === 'refused') return read
    const { id } = await params
    return renamePasskey(id, read.body.name, { session, facts })
  })
}

/** Removes one of the user's passkeys. Needs a recent sign-in. */
export function DELETE(request: Request, { params }: Context): Promise<NextResponse> {
  return answerPasskeyOwner(request, async (session, facts) => {
    const { id } = await params
    return changeRefusal(session, session) ?? removePasskey(id, { session, facts })
  })
}
