import type { NextResponse } from 'next/server'
import { answerPayload } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** The prerendered payload of a static page, for the build that the query names. */
export async function GET(
  request: Request,
  context: RouteContext<'/[page]/_payload.json'>,
): Promise<NextResponse> {
  const { page } = await context.params
  return answerPayload(`/${page}`, request)
}
