import { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'

export const dynamic = 'force-dynamic'

/** The public runtime configuration: read when the server runs, so that one build serves any environment. */
export function GET(): NextResponse {
  return NextResponse.json(serverConfig().public, { headers: { 'cache-control': 'public, max-age=60' } })
}
