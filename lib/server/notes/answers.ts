import 'server-only'
import type { NextResponse } from 'next/server'
import { type NoteId, parseNoteId } from '@/lib/notes/note'
import { consumeLimit, isOtherUsersNote } from '@/lib/server/database/database'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { answerSignedIn, type LiveSession } from '@/lib/server/session/session'
import { savePoints } from './note'

/** Like `answerSignedIn`, for changing the note in the path: parses its ID and consumes the write limit. */
export function answerNoteWrite(
  request: Request,
  params: Promise<{ id: string }>,
  work: (session: LiveSession, id: NoteId, facts: RequestFacts) => Promise<NextResponse>,
): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    const id = parseNoteId((await params).id)
    if (!id) return refusal(404, 'no-such-note')
    // Before reading the body: saving in a loop would fill the disk.
    const retryAfterSeconds = await consumeLimit('note-write', session.userId, requestPoints(request))
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-changes', retryAfterSeconds)
    return work(session, id, facts)
  })
}

/** The points of a save by its `Content-Length`. `saveNote` adds what the text costs beyond that. */
export function requestPoints(request: Request): number {
  return savePoints(Number(request.headers.get('content-length') ?? 0))
}

/** The same 404 for a note that doesn't exist and for another user's. */
export async function refuseMissingNote(
  session: LiveSession,
  id: NoteId | null,
  facts: RequestFacts,
): Promise<NextResponse> {
  await logIfForeign(session, id, facts)
  return refusal(404, 'no-such-note')
}

/** Logs a request for another user's note. */
export async function logIfForeign(
  { userId }: LiveSession,
  id: NoteId | null,
  facts: RequestFacts,
): Promise<void> {
  if (id && (await isOtherUsersNote(id, userId))) logForeignId(facts, { userId, kind: 'note', id })
}
