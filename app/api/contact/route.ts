import { serverConfig } from '@/lib/server/config'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** Opens the visitor's mail app, as the static contact page can't know the address. `about`: a page of the site to report. */
export function GET(request: Request): Response {
  const { contactEmail } = serverConfig().public.operator
  const about = new URL(request.url).searchParams.get('about')
  const isPage = about !== null && safeReturnPath(about) === about
  const subject = isPage ? `?subject=${encodeURIComponent(`Report of ${about}`)}` : ''
  const location = contactEmail ? `mailto:${contactEmail}${subject}` : routes.contactMissing
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
