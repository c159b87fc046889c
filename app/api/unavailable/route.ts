import type { NextRequest } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { unavailableResponse } from '@/lib/http/unavailable'
import { safeReturnPath } from '@/lib/site/return-path'

/** Waiting page that retries by itself. Pages redirect here, as they can't answer 503 themselves. */
export function GET(request: NextRequest): Promise<Response> {
  return unavailableResponse({
    path: safeReturnPath(request.nextUrl.searchParams.get('next')),
    reference: null,
    isEmulated: siteConfig().public.emulatorUrl !== null,
  })
}
