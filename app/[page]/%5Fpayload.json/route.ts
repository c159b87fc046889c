import type { NextResponse } from 'next/server'
import { answerPayload } from '@/lib/server/builds/builds'

export const dynamic = 'force-dynamic'

/** A static page's prerendered payload, for the build named by the query. */
export async function GET(
  request: Request,
  context: RouteContext<'/[page]/_payload.json'>,
): Promise<NextResponse> {
  const { page } = await context.params
  return answerPayload(`/${page}`, request)
}
