'use client'
import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { requestPreferences } from '@/lib/browser/consent/prompt'

type Props = { className?: string | undefined; children: ReactNode }

/** A button that opens the cookie dialog. On every page, as withdrawing consent must be as easy as giving it. */
export function CookieSettings({ className, children }: Props) {
  const isHydrated = useHydrated()
  return (
    <button type="button" className={className} disabled={!isHydrated} onClick={requestPreferences}>
      {children}
    </button>
  )
}
