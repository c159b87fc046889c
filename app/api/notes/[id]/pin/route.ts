import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { maxPins } from '@/lib/notes/limits'
import { refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { answerNoteWrite, refuseMissingNote } from '@/lib/server/notes/answers'
import { pinNote } from '@/lib/server/notes/notes'

const maxBodyBytes = 1024

/** Pins a note to the top of the list, or unpins it. */
export function PUT(request: Request, context: RouteContext<'/api/notes/[id]/pin'>): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(pinBody, body.value)
    if (!parsed.success) return refusal(400, 'no-pin')
    const pinned = await pinNote(id, session.userId, { ...parsed.output, maxPinned: maxPins })
    if (pinned === 'too-many') return refusal(409, 'too-many-pins')
    return pinned === 'done' ? NextResponse.json(parsed.output) : refuseMissingNote(session, id, facts)
  })
}

const pinBody = v.object({ isPinned: v.boolean() })
