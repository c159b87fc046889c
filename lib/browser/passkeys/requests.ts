import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
/** What the browser asks our server about passkeys. */
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { Outcome } from '@/lib/browser/identity/firebase'
import type { ForeignCode, IdentityErrorCode } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'

export type PasskeyRequest = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown }

/** Asks without a session, for a sign-in. */
export function callPasskeys<T>(path: SitePath, asked: PasskeyRequest): Promise<Outcome<T>> {
  return outcomeOfResponse(fetch(path, { ...requestInit(asked), signal: AbortSignal.timeout(15_000) }))
}

/** The request for a question, in JSON. */
export function requestInit({ method = 'POST', body }: PasskeyRequest): {
  method: string
  body?: string
  headers: HeadersInit
} {
  if (body === undefined) return { method, headers: {} }
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** What the server has answered, or the code of why not. */
export async function outcomeOfResponse<T>(asked: Promise<Response>): Promise<Outcome<T>> {
  const response = await nullIfNoResponse(asked)
  if (!response) return unreachable
  if (response.status === 204) return { status: 'done', value: undefined as T }
  if (response.ok) {
    const value = await nullIfNoResponse<T>(response.json())
    return value === null ? unreachable : { status: 'done', value }
  }
  const code = await refusalCode(response)
  if (code === 'rate-limited') return { status: 'failed', code: 'too-many-requests' }
  if (code === null || response.status === 503)
    return { status: 'failed', code: outages[code ?? ''] ?? 'timeout' }
  return { status: 'failed', code: code as ForeignCode }
}

const unreachable = { status: 'failed', code: 'network-request-failed' } as const

/** Of outages, only this is the operator's to mend. */
const outages: Record<string, IdentityErrorCode> = {
  'passkey-token-unavailable': 'passkey-token-unavailable',
}
