import { parseShareId } from '@/lib/notes/share'
import { serverConfig } from '@/lib/server/config'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** Opens the visitor's mail app, as the static contact page can't know the address. `note`: a shared note to report. */
export function GET(request: Request): Response {
  const { contactEmail } = serverConfig().public.operator
  const note = parseShareId(new URL(request.url).searchParams.get('note'))
  const subject = note ? `?subject=${encodeURIComponent(`Report of the shared note ${note}`)}` : ''
  const location = contactEmail ? `mailto:${contactEmail}${subject}` : routes.contactMissing
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
