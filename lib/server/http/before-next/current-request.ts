import 'server-only'
/** Which request is being answered here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/lib/server/process'

const current = oncePerProcess('current-request', () => new AsyncLocalStorage<string>())

/** Answers the request with this id. */
export function answering(requestId: string, work: () => void): void {
  current.run(requestId, work)
}

/** The id of the request that is being answered here. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null
}
