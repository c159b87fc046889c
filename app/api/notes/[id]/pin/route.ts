import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { answerNoteWrite, refuseMissingNote } from '@/lib/server/notes/answers'
import { pinNote } from '@/lib/server/notes/note'

const maxBodyBytes = 1024

/** Pins a note to the top of the list, or unpins it. */
export function PUT(request: Request, context: RouteContext<'/api/notes/[id]/pin'>): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(pinBody, body.value)
    if (!parsed.success) return refusal(400, 'no-pin')
    const pinned = await pinNote(session, id, parsed.output.isPinned)
    if (pinned.status === 'refused') return refusal(409, pinned.problem)
    return pinned.status === 'done' ? NextResponse.json(parsed.output) : refuseMissingNote(session, id, facts)
  })
}

const pinBody = v.object({ isPinned: v.boolean() })
