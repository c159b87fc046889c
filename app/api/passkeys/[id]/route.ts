import { NextResponse } from 'next/server'
import {
  answerPasskey,
  changeObstacle,
  readBody,
  removePasskey,
  renameBody,
  renamePasskey,
  sent,
} from '@/lib/server/passkeys/passkeys'
import { answerSignedIn } from '@/lib/server/session/session'

/** Renames one of the user's passkeys. */
export function PUT(request: Request, { params }: RouteContext<'/api/passkeys/[id]'>): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) =>
    answerPasskey(facts, async () => {
      const read = await readBody(request, renameBody)
      if (read.status === 'refused') return read
      const { id } = await params
      return sent(await renamePasskey(id, read.body.name, { session, facts }))
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
      const obstacle = changeObstacle(session, session.userId)
      if (obstacle) return obstacle
      const { id } = await params
      const removed = await removePasskey(id, { session, facts })
      return removed.status === 'ok' ? new NextResponse(null, { status: 204 }) : removed
    }),
  )
}
