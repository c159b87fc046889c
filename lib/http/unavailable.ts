import type { SitePath } from '@/lib/site/routes'
import { escapeHtml, standaloneResponse } from './standalone'

/** `path` is retried after five seconds; `reference` is in the log. */
type Unavailable = { path: SitePath; reference: string | null; isEmulated: boolean }

/** The response when the session can't be checked. */
export function unavailableResponse({ path, reference, isEmulated }: Unavailable): Response {
  const content = `<p>We can’t verify your session right now. If you were signed in, you still are.
This page tries again by itself.</p>
<p><a href="${escapeHtml(path)}">Try again now</a></p>${reference ? `\n<p>If you contact us, include this reference: ${reference}</p>` : ''}`
  return answerWith(content, { refresh: `5;url=${path}`, isEmulated })
}

/** The response on the way to a provider if Firebase's page can't be fetched. It reloads with its query. */
export function signInUnavailableResponse(): Response {
  const content = `<p>We can’t reach the sign-in service right now, so you’re not signed in yet. This page tries again by itself.</p>
<p>To sign in another way, close this window or go back.</p>`
  return answerWith(content, { refresh: '5', isEmulated: false })
}

function answerWith(content: string, page: { refresh: string; isEmulated: boolean }): Response {
  return standaloneResponse({
    status: 503,
    title: 'Back in a moment',
    content,
    retryAfterSeconds: 5,
    ...page,
  })
}
