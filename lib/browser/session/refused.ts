import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'

/** `too-large` is permanent: no session can hold this account. `retryAfterSeconds`: the server's retry delay, if any. */
export type SessionRefusal =
  | { status: 'too-large' }
  | { status: 'refused'; code: string }
  | { status: 'unavailable'; code: string; retryAfterSeconds: number | null }
  | { status: 'limited'; retryAfterSeconds: number | null }
  | Secured

/** The server removed a stranger's sign-in methods, and this sign-in with them. The token, if any, signs in again. */
type Secured = { status: 'secured'; customToken: string | null }

/** A server error or rate limit says nothing about the token. */
export async function describeRefusal(response: Response): Promise<SessionRefusal> {
  if (response.status === 429) return { status: 'limited', retryAfterSeconds: retryAfterSeconds(response) }
  if (response.status === 409) return describeSecured(await nullIfNoResponse(response.json()))
  const code = (await refusalCode(response)) ?? 'unknown'
  if (code === 'cookie-too-large') return { status: 'too-large' }
  if (response.status < 500) return { status: 'refused', code }
  return { status: 'unavailable', code, retryAfterSeconds: retryAfterSeconds(response) }
}

function describeSecured(body: unknown): Secured {
  const token = typeof body === 'object' && body && 'customToken' in body ? body.customToken : null
  return { status: 'secured', customToken: typeof token === 'string' ? token : null }
}

/** A proxy in front of us may send a date, or no header at all. */
function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : null
}
