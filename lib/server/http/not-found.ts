import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { detectBot } from '@/lib/errors/bots'
import { requestIdHeader } from '@/lib/log/record'
import { findOpenRequest } from './request-guards'

/**
 * Makes the page that is being rendered a 404. Next's `notFound()` sends an empty body, which scripts fill; it is left to
 * bots, which get no error page.
 */
export async function respondNotFound(): Promise<void> {
  const request = await headers()
  if (detectBot(request.get('user-agent'))) notFound()
  const open = findOpenRequest(request.get(requestIdHeader) ?? '')
  if (open) open.response.statusCode = 404
}
