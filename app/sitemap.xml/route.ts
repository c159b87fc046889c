import { siteConfig } from '@/lib/config/config'
import { siteMapFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** The pages for everybody; 404 without `SITE_URL`, as their addresses must be absolute. */
export function GET(): Response {
  const { siteUrl } = siteConfig().origin
  if (!siteUrl) return new Response(null, { status: 404 })
  return new Response(siteMapFile(siteUrl), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
