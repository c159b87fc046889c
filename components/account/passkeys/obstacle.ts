'use client'
import { useSyncExternalStore } from 'react'
import { passkeyObstacle } from '@/lib/browser/passkeys/obstacle'

/** Why passkeys can't be used here; null if they can, and until the page is hydrated. */
export function usePasskeyObstacle(): ReturnType<typeof passkeyObstacle> {
  return useSyncExternalStore(doesNotChange, passkeyObstacle, () => null)
}

const doesNotChange = () => () => undefined
