import 'server-only'
import { NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { escapeHtml, standaloneResponse } from '@/lib/http/standalone'
import { describeNoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import { noteRequests } from '@/lib/site/note-routes'
import { routes, type SitePath } from '@/lib/site/routes'

/** What a form without scripts sent; it is returned to its sender. */
export type FormNote = { id: string; userId: string; title: string; text: string }

/** The page that says why a form's note isn't saved, and gives its text back to be sent again. */
export async function notSavedAnswer(
  status: number,
  { code, typed, back }: { code: string; typed?: FormNote; back: SitePath },
): Promise<NextResponse> {
  const page = await standaloneResponse({
    status,
    title: 'Not saved',
    content: [
      `<p>${describeReason(code)}</p>`,
      typed ? describeForm(typed) : '',
      describeWay(code, back),
    ].join('\n'),
    isEmulated: siteConfig().public.emulatorUrl !== null,
    hasForm: typed !== undefined,
    ...((status === 429 || status === 503) && { retryAfterSeconds: status === 429 ? 60 : 5 }),
  })
  return new NextResponse(page.body, page)
}

function describeReason(code: string): string {
  const problem = parseNoteProblem(code)
  return problem ? describeNoteProblem(problem) : (reasons[code] ?? 'Please try again.')
}

const reasons: Readonly<Record<string, string>> = {
  'no-session': 'Your session has ended. Sign in, then try again.',
  'other-user': 'Another account is signed in now. Sign in with yours, then try again.',
  'session-unknown': 'We can’t verify your session right now. Try again in a moment.',
  'database-unavailable': 'We can’t change notes right now. Try again in a moment.',
  'cross-site': 'This form was sent from another site. Send it from here instead.',
  'note-changed': 'This note was changed in the meantime. Copy your text, then look at the note again.',
  'body-too-large': 'Notes can be up to 100 KB. Go back and shorten this one or split it.',
}

/** In a new tab, so that the text stays here. */
function describeWay(code: string, back: SitePath): string {
  const needsSignIn = code === 'no-session' || code === 'other-user'
  return needsSignIn
    ? `<p><a href="${escapeHtml(routes.loginThen(back))}" target="_blank">Open sign-in in a new tab</a></p>`
    : `<p><a href="${escapeHtml(back)}">Go back</a></p>`
}

function describeForm({ id, userId, title, text }: FormNote): string {
  return `<form method="post" action="${noteRequests.add}">
<input type="hidden" name="id" value="${escapeHtml(id)}">
<input type="hidden" name="userId" value="${escapeHtml(userId)}">
<label>Title<input name="title" dir="auto" value="${escapeHtml(title)}"></label>
<label>Note<textarea name="text" dir="auto" rows="12">
${escapeHtml(text)}</textarea></label>
<p><button>Save</button></p>
</form>`
}
