import { serverConfig } from '@/lib/server/config'
import { securityFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** How to report a vulnerability; 404 without `CONTACT_EMAIL`. */
export function GET(): Response {
  const { public: site, origin } = serverConfig()
  const { contactEmail } = site.operator
  if (!contactEmail) return new Response(null, { status: 404 })
  return new Response(securityFile(contactEmail, origin.siteUrl, new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
