import { NextResponse } from 'next/server'

export const dynamic = 'force-dynamic'

/** Liveness: whether this process responds. Restart on this one, not on `/api/ready`. */
export function GET(): NextResponse {
  return NextResponse.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } })
}
