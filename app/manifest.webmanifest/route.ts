import { fileResponse, manifestFile } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** What a browser needs to install the site. */
export function GET(): Response {
  return fileResponse(manifestFile(), 'application/manifest+json')
}
