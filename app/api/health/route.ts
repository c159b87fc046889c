import { NextResponse } from 'next/server'

export const dynamic = 'force-dynamic'

/** That this process answers, and nothing more: whoever restarts processes should ask here, not `/api/ready`. */
export function GET(): NextResponse {
  return NextResponse.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } })
}
