import { NextResponse } from 'next/server'
import { refusal } from '@/lib/server/http/answer'
import { noteListRevision } from '@/lib/server/notes/list'
import { consumeSearchLimit, searchNotes } from '@/lib/server/notes/search'
import { answerSignedIn } from '@/lib/server/session/session'

/**
 * Returns a page of the user's notes. Open pages poll it with `If-None-Match`: if nothing changed, it takes one short query and
 * returns 304 without a body (RFC 9110, section 13.1.2).
 */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async ({ userId }) => {
    const known = request.headers.get('if-none-match')
    if (known !== null && known === etagOf(await noteListRevision(userId, new Date())))
      return new NextResponse(null, { status: 304, headers: { etag: known } })
    const { searchParams } = new URL(request.url)
    const search = searchParams.get('search') ?? ''
    const retryAfterSeconds = await consumeSearchLimit(userId, search)
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-searches', retryAfterSeconds)
    const list = await searchNotes(userId, search, searchParams.get('after'))
    return NextResponse.json(list, { headers: { etag: etagOf(list.revision) } })
  })
}

function etagOf(revision: string): string {
  return `"${revision}"`
}
