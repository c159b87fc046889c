import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { answerNoteWriter, pinNote, refuseMissingNote } from '@/lib/server/notes/notes'

const maxBodyBytes = 1024

/** Keeps a note on top of the list, or no longer. */
export function PUT(request: Request, context: RouteContext<'/api/notes/[id]/pin'>): Promise<NextResponse> {
  return answerNoteWriter(request, context.params, async (session, id, facts) => {
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(pinBody, body.value)
    if (!parsed.success) return refusal(400, 'no-pin')
    const outcome = await pinNote(session, id, parsed.output.isPinned)
    if (outcome === 'too-many') return refusal(409, 'too-many-pins')
    return outcome === 'done' ? NextResponse.json(parsed.output) : refuseMissingNote(session, id, facts)
  })
}

const pinBody = v.object({ isPinned: v.boolean() })
