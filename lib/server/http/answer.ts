import 'server-only'
import { NextResponse } from 'next/server'
import { personalHeaders } from '@/lib/http/security-headers'
import { isDatabaseUnavailable } from '@/lib/server/database/database'

/** A refusal with its code; `retryAfterSeconds` says when asking again makes sense. */
export function refusal(
  status: number,
  code: string,
  retryAfterSeconds = status === 503 ? 5 : null,
): NextResponse {
  const response = NextResponse.json({ code }, { status })
  if (retryAfterSeconds !== null) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

/**
 * An answer that depends on the session or changes it: no cache may keep it. Without a database nobody can
 * tell, which is a 503 and never a sign-out.
 */
export async function answer(
  work: () => Promise<NextResponse>,
  refuse = () => refusal(503, 'database-unavailable'),
): Promise<NextResponse> {
  const response = await work().catch((error) => {
    if (isDatabaseUnavailable(error)) return refuse()
    throw error
  })
  for (const [name, value] of Object.entries(personalHeaders)) response.headers.set(name, value)
  return response
}
