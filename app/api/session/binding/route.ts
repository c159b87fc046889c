import type { NextResponse } from 'next/server'
import { answerOwnSite } from '@/lib/server/http/answer'
import { registerBinding } from '@/lib/server/session/binding'

/** Binds a session to the browser's key, by a proof of its challenge. */
export function POST(request: Request): Promise<NextResponse> {
  return answerOwnSite(request, (facts) => registerBinding(request.headers, facts))
}
