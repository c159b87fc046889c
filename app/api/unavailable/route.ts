import type { NextRequest } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { unavailableAnswer } from '@/lib/http/unavailable'
import { safeReturnPath } from '@/lib/site/return-path'

/** For pages: they cannot answer 503 themselves. The visitor waits here and comes back by itself. */
export function GET(request: NextRequest): Promise<Response> {
  return unavailableAnswer({
    path: safeReturnPath(request.nextUrl.searchParams.get('next')),
    reference: null,
    isEmulated: siteConfig().public.emulatorUrl !== null,
  })
}
