import type { NextRequest } from 'next/server'
import { guardRequest } from '@/lib/guard'

export function middleware(request: NextRequest) {
  return guardRequest(request)
}

/**
 * All but the static pages and files, which it would cost half their speed, and the endpoints: for a middleware Next keeps
 * a body in memory. They guard themselves.
 */
export const config = {
  matcher: ['/((?!_next/static/|favicon\\.ico$|icon\\.svg$|terms$|privacy$|contact$|api/|$).*)'],
}
