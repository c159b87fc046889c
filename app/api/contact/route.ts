import { serverConfig } from '@/lib/server/config'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** Opens the visitor's mail program: the static contact page holds no setting, and this needs no script. */
export function GET(): Response {
  const { contactEmail } = serverConfig()
  const location = contactEmail ? `mailto:${contactEmail}` : routes.contactMissing
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
