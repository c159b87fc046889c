import type { NextRequest } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { unavailableResponse } from '@/lib/http/standalone'
import { safeReturnPath } from '@/lib/site/return-path'

/** A waiting page that retries by itself. Pages redirect here, as they can't respond with 503. */
export function GET(request: NextRequest): Response {
  return unavailableResponse({
    path: safeReturnPath(request.nextUrl.searchParams.get('next')),
    reference: null,
    isEmulated: siteConfig().public.emulatorUrl !== null,
  })
}
