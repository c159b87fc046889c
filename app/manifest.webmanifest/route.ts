import { manifestFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** What a browser needs to install the site. */
export function GET(): Response {
  return new Response(manifestFile(), {
    headers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
