import 'client-only'
import { observable } from '@/lib/browser/observable'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type * as Table from './error-message'

const known = observable<typeof Table | 'missing', null>(null)

/** The table of error words, which loads with the first problem: null until then, `missing` while it can't be had. */
export const errorWords = { ...known, initial: () => null }

/** Nobody looks longer at a form that says nothing. */
const longestSilenceMs = 5_000

/** Loads the table; again if that failed. Never rejects for a chunk that can't be loaded. */
export async function loadErrorWords(): Promise<void> {
  const words = known.current()
  if (words !== null && words !== 'missing') return
  const goWithout = () => known.set('missing')
  const silence = setTimeout(goWithout, longestSilenceMs)
  try {
    known.set(await import('./error-message'))
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    goWithout()
  } finally {
    clearTimeout(silence)
  }
}
