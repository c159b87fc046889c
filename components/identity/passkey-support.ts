'use client'
import { useHydrated } from '@/components/ui/hydrated'

/** Whether this browser has passkeys. True until the page is hydrated, as the server can't know and most do. */
export function usePasskeySupport(): boolean {
  return !useHydrated() || 'PublicKeyCredential' in window
}
