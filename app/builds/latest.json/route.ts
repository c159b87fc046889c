import { NextResponse } from 'next/server'
import { currentBuild } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** Which build runs here: an open page asks, and is loaded anew at its next navigation if it is another. */
export function GET(): NextResponse {
  return NextResponse.json(currentBuild(), { headers: { 'cache-control': 'no-store' } })
}
