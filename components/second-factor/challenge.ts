'use client'
import { useSyncExternalStore } from 'react'
import { type Challenge, currentChallenge, watchChallenges } from '@/lib/browser/identity/second-factor'

/** The sign-in on this page that waits for its second factor. */
export function useChallenge(): Challenge | null {
  return useSyncExternalStore(watchChallenges, currentChallenge, () => null)
}
