import type { NextResponse } from 'next/server'
import { answerPayload } from '@/lib/server/builds/builds'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** The home page's prerendered payload, for the build named by the query. */
export function GET(request: Request): Promise<NextResponse> {
  return answerPayload(routes.home, request)
}
