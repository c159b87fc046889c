import { serverConfig } from '@/lib/server/config'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** Opens the visitor's mail app. The static contact page can't know the address, and this needs no script. */
export function GET(): Response {
  const { contactEmail } = serverConfig()
  const location = contactEmail ? `mailto:${contactEmail}` : routes.contactMissing
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
