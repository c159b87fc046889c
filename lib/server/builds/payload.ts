import 'server-only'
/**
 * The payload of a prerendered page: what Next's client fetches to show it without loading a document. Only the
 * specification asks for these addresses: Next's client takes the page's own (`?_rsc=…`).
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { routes, type SitePath } from '@/lib/site/routes'
import { answerForBuild } from './builds'

/** The payload of a static page for the build that the query names; 404 for every other build. */
export function answerPayload(page: SitePath, request: Request): Promise<NextResponse> {
  const [buildId = ''] = new URL(request.url).searchParams.keys()
  return answerForBuild(buildId, async ({ id }) => ({
    path: page,
    buildId: id,
    payload: await readPayload(page),
  }))
}

/** In `next dev` nothing is prerendered: the payload is then empty. */
async function readPayload(page: SitePath): Promise<string> {
  if (siteConfig().isDevelopment) return ''
  const file = `${page === routes.home ? 'index' : page.slice(1)}.rsc`
  return readFile(path.join(/* turbopackIgnore: true */ process.cwd(), '.next/server/app', file), 'utf8')
}
