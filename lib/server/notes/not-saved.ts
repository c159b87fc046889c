import 'server-only'
import { NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { escapeHtml, standaloneResponse } from '@/lib/http/standalone'
import { describeNoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import { routes, type SitePath } from '@/lib/site/routes'

/** The page that says why a form's request was refused. */
export function notSavedResponse(status: number, code: string, back: SitePath): NextResponse {
  const needsSignIn = code === 'no-session' || code === 'other-user'
  const [href, words] = needsSignIn ? [routes.loginThen(back), 'Sign in'] : [back, 'Go back']
  const page = standaloneResponse({
    status,
    title: 'Not saved',
    content: `<p>${describeReason(code)}</p>\n<p><a href="${escapeHtml(href)}">${words}</a></p>`,
    isEmulated: siteConfig().public.emulatorUrl !== null,
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
}
