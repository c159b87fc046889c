import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { detectBot } from '@/lib/errors/bots'
import { requestIdHeader } from '@/lib/log/record'
import { findOpenRequest } from './requests'

/**
 * Sets the status of the page being rendered to 404. Next's `notFound()` sends an empty body that scripts fill, so it's
 * used for bots only, which get no error page.
 */
export async function respondNotFound(): Promise<void> {
  const request = await headers()
  if (detectBot(request.get('user-agent'))) notFound()
  const open = findOpenRequest(request.get(requestIdHeader) ?? '')
  if (open) open.response.statusCode = 404
}
