import { NextResponse } from 'next/server'
import { countEvent } from '@/lib/server/database/database'
import { refusal } from '@/lib/server/http/answer'
import { listNotes, notesRevision } from '@/lib/server/notes/notes'
import { answerSignedIn } from '@/lib/server/session/session'

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
    // Searching costs more than the rest.
    const retryAfterSeconds = search === '' ? null : await countEvent('note-search', session.userId)
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-searches', retryAfterSeconds)
    const list = await listNotes(session, { after: searchParams.get('after'), search })
    return NextResponse.json(list, { headers: { etag: etagOf(list.revision) } })
  })
}

function etagOf(revision: string): string {
  return `"${revision}"`
}
