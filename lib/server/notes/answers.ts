import 'server-only'
import { NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { escapeHtml, standaloneResponse } from '@/lib/http/standalone'
import { describeNoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import { type NoteId, parseNoteId } from '@/lib/notes/note'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import type { LiveSession } from '@/lib/server/session/current'
import { answerSignedIn } from '@/lib/server/session/session'
import { routes, type SitePath } from '@/lib/site/routes'
import { isOtherUsersNote, noteLimits } from './notes'

/** Like `answerSignedIn`, for changing the note in the path: parses its ID and consumes the write limit. */
export function answerNoteWrite(
  request: Request,
  params: Promise<{ id: string }>,
  work: (session: LiveSession, id: NoteId, facts: RequestFacts) => Promise<NextResponse>,
): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    const id = parseNoteId((await params).id)
    if (!id) return refusal(404, 'no-such-note')
    // Before reading the body: saving in a loop would fill the disk. A long text costs more, see `saveNote`.
    const retryAfterSeconds = await consumeLimit(noteLimits.write, session.userId)
    if (retryAfterSeconds !== null) return refusal(429, 'too-many-changes', retryAfterSeconds)
    return work(session, id, facts)
  })
}

/** The same 404 for a note that doesn't exist and for another user's. */
export async function refuseMissingNote(
  { userId }: LiveSession,
  id: NoteId | null,
  facts: RequestFacts,
): Promise<NextResponse> {
  await logIfForeign(userId, id, facts)
  return refusal(404, 'no-such-note')
}

/** Logs a request for another user's note. */
export async function logIfForeign(userId: UserId, id: NoteId | null, facts: RequestFacts): Promise<void> {
  if (id && (await isOtherUsersNote(id, userId))) logForeignId(facts, { userId, kind: 'note', id })
}

/**
 * Like `answerNoteWrite`, for a plain form. `work` returns where to go on, or why not, which a page says that leads back to
 * `back`.
 */
export function answerNoteForm(
  request: Request,
  back: SitePath,
  work: (session: LiveSession, facts: RequestFacts) => Promise<SitePath | [status: number, code: string]>,
): Promise<NextResponse> {
  const refuse = (status: number, code: string) => notSavedResponse(status, code, back)
  return answerSignedIn(
    request,
    async (session, facts) => {
      if ((await consumeLimit(noteLimits.write, session.userId)) !== null)
        return refuse(429, 'too-many-changes')
      const outcome = await work(session, facts)
      if (typeof outcome !== 'string') return refuse(...outcome)
      return new NextResponse(null, { status: 303, headers: { location: outcome } })
    },
    refuse,
  )
}

/** The page that says why a form's request was refused. */
function notSavedResponse(status: number, code: string, back: SitePath): NextResponse {
  const needsSignIn = code === 'no-session' || code === 'other-user'
  const [href, words] = needsSignIn ? [routes.loginThen(back), 'Sign in'] : [back, 'Go back']
  const problem = parseNoteProblem(code)
  const reason = problem ? describeNoteProblem(problem) : (reasons[code] ?? 'Please try again.')
  const page = standaloneResponse({
    status,
    title: 'Not saved',
    content: `<p>${reason}</p>\n<p><a href="${escapeHtml(href)}">${words}</a></p>`,
    isEmulated: siteConfig().public.emulatorUrl !== null,
    ...((status === 429 || status === 503) && { retryAfterSeconds: status === 429 ? 60 : 5 }),
  })
  return new NextResponse(page.body, page)
}

const reasons: Readonly<Record<string, string>> = {
  'no-session': 'Your session has ended. Sign in, then try again.',
  'other-user': 'Another account is signed in now. Sign in with yours, then try again.',
  'session-unknown': 'We can’t verify your session right now. Try again in a moment.',
  'session-unbound': 'We can’t verify your session right now. Try again in a moment.',
  'database-unavailable': 'We can’t change notes right now. Try again in a moment.',
  'cross-site': 'This form was sent from another site. Send it from here instead.',
}
