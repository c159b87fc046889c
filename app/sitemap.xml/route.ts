import { siteConfig } from '@/lib/config/config'
import { fileResponse, siteMapFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** The public pages; 404 without `SITE_URL`. */
export function GET(): Response {
  const { siteUrl } = siteConfig().origin
  return fileResponse(siteUrl && siteMapFile(siteUrl), 'application/xml')
}
