import { siteConfig } from '@/lib/config/config'
import { fileResponse, robotsFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** What crawlers may visit. */
export function GET(): Response {
  return fileResponse(robotsFile(siteConfig().origin.siteUrl), 'text/plain')
}
