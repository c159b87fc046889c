import type { NextResponse } from 'next/server'
import { routes } from '@/lib/routes'
import { answerPayload } from '@/lib/server/payload'

export const dynamic = 'force-dynamic'

/** The prerendered payload of this page, for the build that the query names. */
export function GET(request: Request): Promise<NextResponse> {
  return answerPayload(routes.privacy, request)
}
