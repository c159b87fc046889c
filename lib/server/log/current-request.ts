import 'server-only'
/** The request that the current async context belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { requestIdHeader } from '@/lib/log/record'
import { parseTraceparent } from '@/lib/log/traceparent'
import { oncePerProcess } from '@/lib/server/process'

type RequestWithHeaders = Pick<IncomingMessage, 'headers'>
type CurrentRequest = { id: string; request: RequestWithHeaders }

const current = oncePerProcess('current-request', () => new AsyncLocalStorage<CurrentRequest>())

/** Runs the work in the context of this request, whose ID is in its header. */
export function runInRequest(request: RequestWithHeaders, work: () => void): void {
  current.run({ id: String(request.headers[requestIdHeader]), request }, work)
}

/** The current request's ID; null outside of requests. */
export function currentRequestId(): string | null {
  return current.getStore()?.id ?? null
}

/**
 * The trace of the current request if it has this ID. Null for any other: a database connection stays in the context of the
 * request that opened it. With OpenTelemetry, Next puts its own span into the header.
 */
export function currentTraceparent(requestId: unknown): string | null {
  const { id, request } = current.getStore() ?? {}
  return request && id === requestId ? parseTraceparent(request.headers.traceparent) : null
}
