import { NextResponse } from 'next/server'
import { maxNoteBodyBytes, noteProblem } from '@/lib/notes/limits'
import { normalizeNoteText, parseNoteId } from '@/lib/notes/note'
import { consumeLimit } from '@/lib/server/database/database'
import { answerOwnSite, logForeignId, refusal } from '@/lib/server/http/answer'
import { readForm } from '@/lib/server/http/request'
import {
  consumeSearchLimit,
  type FormNote,
  listNotes,
  notesRevision,
  notSavedAnswer,
  requestPoints,
  saveNote,
} from '@/lib/server/notes/notes'
import { answerSignedIn, requestSession } from '@/lib/server/session/session'
import { noteRoutes } from '@/lib/site/note-routes'

/**
 * A part of the user's notes. Pages that look at them ask again every few seconds and say what they have: if nothing
 * changed, that costs one short query and the answer has no body (RFC 9110, section 13.1.2).
 */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session) => {
    const known = request.headers.get('if-none-match')
    if (known !== null && known === etagOf(await notesRevision(session)))
      return new NextResponse(null, { status: 304, headers: { etag: known } })
    const { searchParams } = new URL(request.url)
    const search = searchParams.get('search') ?? ''
    const retryAfterSeconds = await consumeSearchLimit(session, search)
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-searches', retryAfterSeconds)
    const list = await listNotes(session, { after: searchParams.get('after'), search })
    return NextResponse.json(list, { headers: { etag: etagOf(list.revision) } })
  })
}

/** Adds a note from a form, for browsers without scripts. If it can't be saved, the response gives the text back. */
export function POST(request: Request): Promise<NextResponse> {
  let typed: FormNote | undefined
  const refuse = (status: number, code: string) =>
    notSavedAnswer(status, { code, back: noteRoutes.new, ...(typed && { typed }) })
  return answerOwnSite(
    request,
    async (facts) => {
      const form = await readForm(request, maxNoteBodyBytes)
      if (!form) return refuse(413, 'body-too-large')
      const [id = '', userId = '', title = '', text = ''] = formFields.map((name) => form.get(name) ?? '')
      typed = { id, userId, title, text }
      const found = await requestSession()
      if (found.status === 'unknown') return refuse(503, 'session-unknown')
      if (found.status !== 'valid') return refuse(401, 'no-session')
      const { session } = found
      if (userId !== session.userId) {
        logForeignId(facts, { userId: session.userId, kind: 'user', id: userId })
        return refuse(401, 'other-user')
      }
      const points = requestPoints(request)
      if ((await consumeLimit('note-write', userId, points)) !== null) return refuse(429, 'too-many-changes')
      const noteId = parseNoteId(id)
      const written = normalizeNoteText({ title, text })
      const problem = noteProblem(written)
      if (!noteId || problem) return refuse(400, problem ?? 'no-such-note')
      const saved = await saveNote(session, { id: noteId, base: null, ...written }, points)
      if (saved.status === 'busy') return refuse(429, 'too-many-changes')
      if (saved.status === 'refused') return refuse(409, saved.problem)
      if (saved.status !== 'saved') return refuse(409, 'note-changed')
      return new NextResponse(null, { status: 303, headers: { location: noteRoutes.note(noteId) } })
    },
    refuse,
  )
}

const formFields = ['id', 'userId', 'title', 'text'] as const

function etagOf(revision: string): string {
  return `"${revision}"`
}
