import { serverConfig } from '@/lib/server/config'
import { fileResponse, securityFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** How to report a vulnerability; 404 without `CONTACT_EMAIL`. */
export function GET(): Response {
  const { public: site, origin } = serverConfig()
  const { contactEmail } = site.operator
  return fileResponse(contactEmail && securityFile(contactEmail, origin.siteUrl, new Date()), 'text/plain')
}
