'use client'
import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** False on the server and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
