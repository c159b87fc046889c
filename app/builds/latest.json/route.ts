import { NextResponse } from 'next/server'
import { currentBuild } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** The running build. An open page from another build reloads at its next navigation. */
export function GET(): NextResponse {
  return NextResponse.json(currentBuild(), { headers: { 'cache-control': 'no-store' } })
}
