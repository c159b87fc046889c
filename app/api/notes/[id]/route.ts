import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { asTyped, longestNote, type NoteId, type NoteProblem, noteProblem, parseNoteId } from '@/lib/notes'
import { countEvent } from '@/lib/server/database/database'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import { type RequestFacts, readJson } from '@/lib/server/http/request'
import { deleteNote, isNoteOfOther, saveNote } from '@/lib/server/notes'
import { answerSignedIn, type LiveSession } from '@/lib/server/session/session'

type Context = RouteContext<'/api/notes/[id]'>

/** JSON may escape each character of the longest note as six, `\uXXXX`. */
const maxBodyBytes = 64 * 1024

/** Creates or updates a note; idempotent. */
export function PUT(request: Request, context: Context): Promise<NextResponse> {
  return answerOwner(request, context, async (session, id, facts) => {
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(noteBody, body.value)
    if (!parsed.success) return refusal(400, 'no-text')
    const { userId = session.userId } = parsed.output
    const text = asTyped(parsed.output.text)
    // Another tab may have signed in as another user, who must not get this text.
    if (userId !== session.userId) {
      logForeignId(facts, { userId: session.userId, kind: 'user', id: userId })
      return refusal(401, 'other-user')
    }
    const problem = noteProblem(text)
    if (problem === 'note-too-long') return refuseTooLong(problem, text)
    if (problem) return refusal(400, problem)
    const saved = await saveNote(session, id, text)
    if (saved.status === 'saved') return NextResponse.json(saved.note)
    if (saved.code === 'too-many-notes') return refusal(409, saved.code)
    logForeignId(facts, { userId, kind: 'note', id })
    return refusal(404, saved.code)
  })
}

/** Deletes a note. Another user's is a 404, like a missing one. */
export function DELETE(request: Request, context: Context): Promise<NextResponse> {
  return answerOwner(request, context, async (session, id, facts) => {
    if (await deleteNote(session, id)) return new NextResponse(null, { status: 204 })
    const { userId } = session
    if (await isNoteOfOther(session, id)) logForeignId(facts, { userId, kind: 'note', id })
    return refusal(404, 'no-such-note')
  })
}

function answerOwner(
  request: Request,
  { params }: Context,
  work: (session: LiveSession, id: NoteId, facts: RequestFacts) => Promise<NextResponse>,
): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    const id = parseNoteId((await params).id)
    if (!id) return refusal(404, 'no-such-note')
    // Before reading the body. Without a limit, saving one note in a loop would fill the disk.
    const retryAfterSeconds = await countEvent('note-write', session.userId)
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-changes', retryAfterSeconds)
    return work(session, id, facts)
  })
}

/** Never truncates: returns the limit and the length, so the user can shorten the note. */
function refuseTooLong(code: NoteProblem, { length }: string): NextResponse {
  return NextResponse.json({ code, longest: longestNote, length }, { status: 400 })
}

/** `userId`, if given, is the user whose page it was typed on. */
const noteBody = v.object({ text: v.string(), userId: v.optional(v.string()) })
