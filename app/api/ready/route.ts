import { NextResponse } from 'next/server'
import { isRunningBuildWhole } from '@/lib/server/builds/whole'
import { findNotReadyReasons } from '@/lib/server/http/readiness'

export const dynamic = 'force-dynamic'

/** Readiness, for load balancers. Gives reasons if not ready, without details of the infrastructure. */
export async function GET(): Promise<NextResponse> {
  const reasons = await findNotReadyReasons(isRunningBuildWhole())
  const headers = { 'cache-control': 'no-store' }
  if (reasons.length === 0) return NextResponse.json({ status: 'ready' }, { headers })
  const body = { status: 'not-ready', reasons }
  return NextResponse.json(body, { status: 503, headers: { ...headers, 'retry-after': '5' } })
}
