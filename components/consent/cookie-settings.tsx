'use client'
import { useHydrated } from '@/components/ui/hydrated'
import { requestPreferences } from '@/lib/browser/consent/need'

/** The way to the cookie dialog at any time: consent is withdrawn as easily as it is given. */
export function CookieSettings({ className }: { className?: string | undefined }) {
  const isHydrated = useHydrated()
  return (
    <button type="button" className={className} disabled={!isHydrated} onClick={requestPreferences}>
      Cookie settings
    </button>
  )
}
