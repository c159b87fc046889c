import 'server-only'
/** Which request is being answered here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { requestIdHeader } from '@/lib/log/record'
import { parseTraceparent } from '@/lib/log/traceparent'
import { oncePerProcess } from '@/lib/server/process'

type CurrentRequest = { id: string; traceparent: string | null }

const current = oncePerProcess('current-request', () => new AsyncLocalStorage<CurrentRequest>())

/** Answers this request, which has its id. */
export function answering({ headers }: Pick<IncomingMessage, 'headers'>, work: () => void): void {
  const id = String(headers[requestIdHeader])
  current.run({ id, traceparent: parseTraceparent(headers.traceparent) }, work)
}

/** The id of the request that is being answered here. */
export function currentRequestId(): string | null {
  return current.getStore()?.id ?? null
}

/**
 * The trace of the request with this id, while it is being answered here; null for any other: a connection of the database
 * stays in the context of the request that opened it.
 */
export function currentTraceparent(requestId: unknown): string | null {
  const request = current.getStore()
  return request && request.id === requestId ? request.traceparent : null
}
