import type { NextResponse } from 'next/server'
import { routeRules } from '@/lib/builds/route-rules'
import { answerForBuild } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** This build's manifest, `{id}.json`: whether a page is static or needs a session, and its cache policy. */
export async function GET(
  _request: Request,
  context: RouteContext<'/builds/meta/[file]'>,
): Promise<NextResponse> {
  const { file } = await context.params
  const buildId = file.endsWith('.json') ? file.slice(0, -'.json'.length) : ''
  return answerForBuild(buildId, (build) => ({ ...build, routes: routeRules() }))
}
