import type { NextResponse } from 'next/server'
import { routeRules } from '@/lib/builds/route-rules'
import { answerForBuild } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** The manifest of the build that `{id}.json` names: per page whether it is static, needs a session, and its cache policy. */
export async function GET(
  _request: Request,
  context: RouteContext<'/builds/meta/[file]'>,
): Promise<NextResponse> {
  const { file } = await context.params
  const buildId = file.endsWith('.json') ? file.slice(0, -'.json'.length) : ''
  return answerForBuild(buildId, (build) => ({ ...build, routes: routeRules() }))
}
