'use client'
import { useHydrated } from '@/components/ui/hydrated'
import { requestPreferences } from '@/lib/browser/consent/need'

/** On every page: withdrawing consent must be as easy as giving it. */
export function CookieSettings({ className }: { className?: string | undefined }) {
  const isHydrated = useHydrated()
  return (
    <button type="button" className={className} disabled={!isHydrated} onClick={requestPreferences}>
      Cookie settings
    </button>
  )
}
