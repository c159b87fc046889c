import type { NextRequest } from 'next/server'
import { guardRequest } from '@/lib/guard'

export function middleware(request: NextRequest) {
  return guardRequest(request)
}

/** All but the static pages, static files and probes: a middleware that only passes costs them half their speed. */
export const config = {
  matcher: [
    '/((?!_next/static/|_next/image|favicon\\.ico$|icon\\.svg$|terms$|privacy$|contact$|api/health$|api/ready$|$).*)',
  ],
}
