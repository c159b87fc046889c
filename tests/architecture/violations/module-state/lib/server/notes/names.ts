import 'server-only'
import { oncePerProcess } from '@/lib/server/process'

/** It keeps to the rules: what changes is shared, what is shared among bundles is constant. */
export function nameOf(id: string): string | null {
  names.set(id, 'somebody')
  const found = new Map([[id, 'somebody']])
  found.delete(id)
  return refusals.has(id) ? null : (names.get(id) ?? endings[0])
}

const names = oncePerProcess('names', () => new Map<string, string>())
const refusals = new Set(['nobody'])
const endings = ['', '.'] as const
