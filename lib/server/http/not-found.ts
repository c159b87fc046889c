import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { siteConfig } from '@/lib/config/config'
import { detectBot } from '@/lib/errors/bots'
import { describeContext } from '@/lib/errors/record'
import { isDocumentRequest } from '@/lib/http/origin'
import { escapeHtml, standaloneResponse } from '@/lib/http/standalone'
import { requestIdHeader } from '@/lib/log/record'
import { routes } from '@/lib/site/routes'
import { refusal } from './answer'
import { clientOf, requestFacts } from './request'
import { findOpenRequest, logOnce } from './requests'

/**
 * Sets the status of the page being rendered to 404. Next's `notFound()` sends an empty body that scripts fill, so people get
 * it without the front only.
 */
export async function respondNotFound(): Promise<void> {
  const request = await headers()
  const open = findOpenRequest(request.get(requestIdHeader) ?? '')
  if (!open || detectBot(request.get('user-agent'))) notFound()
  open.response.statusCode = 404
}

/** The headers of a bare response to a bot: the status says it all (S25). */
export const forBots = { 'x-robots-tag': 'noindex' }

/** The response of a handler at a path that nothing is at: the bare status for bots, a page for people, else JSON. Logged. */
export function answerUnknownPath(request: Request): Response {
  const { requestId } = requestFacts(request.headers)
  const { pathname: path } = new URL(request.url)
  const hasPage = isDocumentRequest(request)
  const context = { requestId, status: 404, method: request.method, path, hasPage, place: 'route' as const }
  logOnce(requestId, 'info', 'route.unknown', describeContext({ ...context, ...clientOf(request.headers) }))
  if (detectBot(request.headers.get('user-agent')))
    return new Response(null, { status: 404, headers: forBots })
  if (!hasPage) return refusal(404, 'not-found')
  return standaloneResponse({
    status: 404,
    title: 'Page Not Found',
    content: `<p>Page not found: ${escapeHtml(path)}</p>\n<p><a href="${routes.home}">Go to the home page</a></p>`,
    isEmulated: siteConfig().public.emulatorUrl !== null,
  })
}
