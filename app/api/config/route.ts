import { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'

export const dynamic = 'force-dynamic'

/** The public configuration, read at runtime so one build works in any environment. */
export function GET(): NextResponse {
  return NextResponse.json(serverConfig().public, { headers: { 'cache-control': 'public, max-age=60' } })
}
