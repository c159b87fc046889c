'use client'
import { openPreferences } from '@/lib/browser/consent'
import { useIsReady } from './ready'

/** The way to the cookie dialog at any time: consent is withdrawn as easily as it is given. */
export function CookieSettings({ className }: { className?: string | undefined }) {
  const isReady = useIsReady()
  return (
    <button type="button" className={className} disabled={!isReady} onClick={openPreferences}>
      Cookie settings
    </button>
  )
}
