import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { detectBot } from '@/lib/errors/bots'
import { requestIdHeader } from '@/lib/log/record'
import { findOpenRequest } from './requests'

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
