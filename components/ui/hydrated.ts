'use client'
import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** Whether the scripts run: before, a press on a button would be lost without a word. */
export function useIsReady(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
