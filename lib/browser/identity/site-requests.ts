import 'client-only'
/** Calls our server's JSON endpoints, with outcomes as of the identity provider. */
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { ForeignCode } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'
import type { Outcome } from './firebase'

export type SiteRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}

/** For what needs no session. */
export function callSite<T>(path: SitePath, request: SiteRequest): Promise<Outcome<T>> {
  return outcomeOfResponse(fetch(path, { ...requestInit(request), signal: AbortSignal.timeout(15_000) }))
}

export function requestInit({ method = 'POST', body, headers = {} }: SiteRequest): {
  method: string
  body?: string
  headers: HeadersInit
} {
  if (body === undefined) return { method, headers }
  return { method, body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
}

export async function outcomeOfResponse<T>(request: Promise<Response>): Promise<Outcome<T>> {
  const response = await nullIfNoResponse(request)
  if (!response) return unreachable
  if (response.status === 204) return { status: 'done', value: undefined as T }
  if (response.ok) {
    const value = await nullIfNoResponse<T>(response.json())
    return value === null ? unreachable : { status: 'done', value }
  }
  const code = await refusalCode(response)
  if (code === 'rate-limited') return { status: 'failed', code: 'too-many-requests' }
  // Only the operator can fix this outage.
  const isOutage = response.status === 503 && code !== 'passkey-token-unavailable'
  if (code === null || isOutage) return { status: 'failed', code: 'timeout' }
  return { status: 'failed', code: code as ForeignCode }
}

const unreachable = { status: 'failed', code: 'network-request-failed' } as const
