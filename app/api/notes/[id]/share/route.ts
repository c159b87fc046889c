import ms from 'ms'
import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { answerNoteWrite, refuseMissingNote } from '@/lib/server/notes/answers'
import { deleteShare, describeShare, storeShare } from '@/lib/server/notes/shares'
import { newUuid } from '@/lib/uuid'

type Context = RouteContext<'/api/notes/[id]/share'>

const maxBodyBytes = 1024

/** Creates a note's share link, or changes when it expires. */
export function PUT(request: Request, context: Context): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(shareBody, body.value)
    if (!parsed.success) return refusal(400, 'no-end')
    const link = { id: newUuid<'ShareId'>(), noteId: id, ...parsed.output }
    const share = await storeShare(session, { ...link, now: new Date() })
    return share ? NextResponse.json(describeShare(share)) : refuseMissingNote(session, id, facts)
  })
}

/** Deletes a note's share link, also one that has expired. */
export function DELETE(request: Request, context: Context): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const isEnded = await deleteShare(session, id)
    return isEnded ? new NextResponse(null, { status: 204 }) : refuseMissingNote(session, id, facts)
  })
}

/** Not February 30, which a `Date` would take for March. */
function isOnCalendar(time: string): boolean {
  const [day = ''] = time.split('T')
  return new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day)
}

const isWithinTenYears = (end: Date) => end.getTime() > Date.now() && end.getTime() < Date.now() + ms('10y')

/** `endsAt`: null if the link never expires. */
const shareBody = v.object({
  endsAt: v.nullable(
    v.pipe(v.string(), v.isoTimestamp(), v.check(isOnCalendar), v.toDate(), v.check(isWithinTenYears)),
  ),
})
