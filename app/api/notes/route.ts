import { NextResponse } from 'next/server'
import { listNotes, noteListRevision } from '@/lib/server/notes/list'
import { answerSignedIn } from '@/lib/server/session/session'

/**
 * Returns a page of the user's notes. Open pages poll it with `If-None-Match`: if nothing changed, it takes one short query and
 * returns 304 without a body (RFC 9110, section 13.1.2).
 */
export function GET(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async ({ userId }) => {
    const known = request.headers.get('if-none-match')
    if (known !== null && known === `"${await noteListRevision(userId, new Date())}"`)
      return new NextResponse(null, { status: 304, headers: { etag: known } })
    const list = await listNotes(userId, new URL(request.url).searchParams.get('after'))
    return NextResponse.json(list, { headers: { etag: `"${list.revision}"` } })
  })
}
