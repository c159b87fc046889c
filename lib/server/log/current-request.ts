import 'server-only'
/** Which request is being answered here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { requestIdHeader } from '@/lib/log/record'
import { parseTraceparent } from '@/lib/log/traceparent'
import { oncePerProcess } from '@/lib/server/process'

type Headed = Pick<IncomingMessage, 'headers'>
type CurrentRequest = { id: string; request: Headed }

const current = oncePerProcess('current-request', () => new AsyncLocalStorage<CurrentRequest>())

/** Answers this request, which has its id. */
export function runInRequest(request: Headed, work: () => void): void {
  current.run({ id: String(request.headers[requestIdHeader]), request }, work)
}

/** The id of the request that is being answered here. */
export function currentRequestId(): string | null {
  return current.getStore()?.id ?? null
}

/**
 * The trace of the request with this id, while it is being answered here; null for any other: a connection of the database
 * stays in the context of the request that opened it. Where OpenTelemetry is loaded, Next puts its own span into the header.
 */
export function currentTraceparent(requestId: unknown): string | null {
  const { id, request } = current.getStore() ?? {}
  return request && id === requestId ? parseTraceparent(request.headers.traceparent) : null
}
