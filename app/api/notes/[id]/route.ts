import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { maxNoteBodyBytes, noteProblem } from '@/lib/notes/limits'
import { normalizeNoteText, parseNoteId } from '@/lib/notes/note'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { answerNoteWrite, refuseMissingNote } from '@/lib/server/notes/answers'
import { saveNote } from '@/lib/server/notes/notes'
import { findNote, noteRevision, renderText } from '@/lib/server/notes/reading'
import { trashNote } from '@/lib/server/notes/trash'
import { answerSignedIn } from '@/lib/server/session/session'

type Context = RouteContext<'/api/notes/[id]'>

/** Returns a note with its share link and HTML, or 304 without rendering it. */
export function GET(request: Request, context: Context): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    const id = parseNoteId((await context.params).id)
    const note = id ? await findNote(session, id) : null
    if (!note) return refuseMissingNote(session, id, facts)
    const headers = { etag: `"${noteRevision(note)}"` }
    if (request.headers.get('if-none-match') === headers.etag)
      return new NextResponse(null, { status: 304, headers })
    const rendered = await renderText(session.userId, note.text)
    if (rendered.status === 'busy') return refusal(429, 'too-many-requests', rendered.retryAfterSeconds)
    return NextResponse.json({ note, html: rendered.html }, { headers })
  })
}

/** Creates or updates a note; idempotent. */
export function PUT(request: Request, context: Context): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const body = await readJson(request, maxNoteBodyBytes)
    if (body.status === 'refused') return refusal(body.code === 'no-json' ? 400 : 413, body.code)
    const parsed = v.safeParse(noteBody, body.value)
    if (!parsed.success) return refusal(400, 'no-text')
    const { userId, base } = parsed.output
    // Another tab may have signed in to a different account, which must not get this text.
    if (userId !== session.userId) {
      logForeignId(facts, { userId: session.userId, kind: 'user', id: userId })
      return refusal(401, 'other-user')
    }
    const written = normalizeNoteText(parsed.output)
    const problem = noteProblem(written)
    if (problem) return refusal(400, problem)
    const saved = await saveNote(session, { id, base, ...written })
    if (saved.status === 'saved') return NextResponse.json(saved.note)
    if (saved.status === 'changed')
      return NextResponse.json({ code: 'note-changed', note: saved.note }, { status: 409 })
    if (saved.status === 'busy') return refusal(429, 'too-many-changes', saved.retryAfterSeconds)
    if (saved.status === 'refused') return refusal(409, saved.problem)
    return refuseMissingNote(session, id, facts)
  })
}

/** Moves a note to the trash, where its share link doesn't work, and returns it. Another user's is a 404, like a missing one. */
export function DELETE(request: Request, context: Context): Promise<NextResponse> {
  return answerNoteWrite(request, context.params, async (session, id, facts) => {
    const note = await trashNote(session, id, new Date())
    return note ? NextResponse.json(note) : refuseMissingNote(session, id, facts)
  })
}

/** `userId`: the user whose page the text was typed on. `base`: the version it is based on; null for a new note. */
const noteBody = v.object({
  title: v.string(),
  text: v.string(),
  base: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 2))),
  userId: v.string(),
})
