import type { NextRequest } from 'next/server'
import { guardRequest } from '@/lib/server/guard/guard'

export function middleware(request: NextRequest) {
  return guardRequest(request)
}

/**
 * On Node, so that it asks the database and writes the log as the rest of the server does. Skips static pages and files, which would be twice as slow, and endpoints, whose bodies Next would buffer
 * in memory for the middleware; they have their own guards.
 */
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!_next/static/|favicon\\.ico$|icon\\.svg$|(?:icon-192|icon-512|icon-maskable|apple-touch-icon|social-card)\\.png$|terms$|privacy$|contact$|api/|__/|$).*)',
  ],
}
