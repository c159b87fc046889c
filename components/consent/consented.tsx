'use client'
import { type ReactNode, useSyncExternalStore } from 'react'
import { currentConsent, watchConsent } from '@/lib/browser/consent/consent'
import type { OptionalCategory } from '@/lib/consent/record'

type Props = { category: OptionalCategory; children: ReactNode }

/**
 * Shows what comes from another site while the visitor allows its category, and nothing until then: the server never
 * renders it, so a page asks nothing of that site before. It disappears on withdrawal, in every tab. The site's hosts
 * stand in `consentedServices`, or the security policy keeps them out.
 */
export function Consented({ category, children }: Props) {
  const isAllowed = useSyncExternalStore(
    watchConsent,
    () => currentConsent()?.[category] === true,
    () => false,
  )
  return isAllowed ? children : null
}
