import type { NextResponse } from 'next/server'
import { answer } from '@/lib/server/http/answer'
import { requestFacts } from '@/lib/server/http/request'
import { refreshBinding } from '@/lib/server/session/binding'

/**
 * A new bound cookie for a proof: 200, 403 with a challenge, or 503. Any other answer, and no limit may give one, ends the
 * browser's binding. A browser also asks for a link from another site, so it's no cross-site request: the signature decides.
 */
export function POST(request: Request): Promise<NextResponse> {
  return answer(() => refreshBinding(request.headers, requestFacts(request.headers)))
}
