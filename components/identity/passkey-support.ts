'use client'
import { useHydrated } from '@/components/ui/hydrated'
import { supportsPasskeys } from '@/lib/browser/passkeys/support'

/** Whether this browser has passkeys. True until the page is hydrated, as the server can't know and most do. */
export function usePasskeySupport(): boolean {
  return !useHydrated() || supportsPasskeys()
}
