import type { NextRequest } from 'next/server'
import { safeReturnPath } from '@/lib/routes'
import { unavailablePage } from '@/lib/unavailable'

/** For pages: they cannot answer 503 themselves. The visitor waits here and comes back by itself. */
export function GET(request: NextRequest): Response {
  return new Response(unavailablePage(safeReturnPath(request.nextUrl.searchParams.get('next'))), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'retry-after': '5',
    },
  })
}
