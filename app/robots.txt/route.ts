import { siteConfig } from '@/lib/config/config'
import { robotsFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** What crawlers may visit. */
export function GET(): Response {
  return new Response(robotsFile(siteConfig().origin.siteUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
