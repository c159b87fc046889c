import 'client-only'
import { observable } from '@/lib/browser/observable'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type * as ErrorTable from './error-message'

const table = observable<typeof ErrorTable | 'missing', null>(null)

/** The table of error messages, loaded with the first error: null until then, `missing` if it can't be loaded. */
export const errorTable = { ...table, initial: () => null }

/** After this long without the table, users get a fallback message. */
const maxWaitMs = 5_000

/** Loads the table unless it's loaded. Doesn't reject if its chunk can't be loaded. */
export async function loadErrorTable(): Promise<void> {
  const words = table.current()
  if (words !== null && words !== 'missing') return
  const giveUp = () => table.set('missing')
  const timer = setTimeout(giveUp, maxWaitMs)
  try {
    table.set(await import('./error-message'))
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    giveUp()
  } finally {
    clearTimeout(timer)
  }
}
