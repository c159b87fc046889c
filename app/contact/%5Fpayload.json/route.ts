import type { NextResponse } from 'next/server'
import { answerPayload } from '@/lib/server/builds/builds'
import { routes } from '@/lib/site/routes'

export const dynamic = 'force-dynamic'

/** The prerendered payload of this page, for the build that the query names. */
export function GET(request: Request): Promise<NextResponse> {
  return answerPayload(routes.contact, request)
}
