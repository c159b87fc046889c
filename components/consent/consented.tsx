'use client'
import { type ReactNode, useSyncExternalStore } from 'react'
import { currentConsent, watchConsent } from '@/lib/browser/consent/consent'
import type { OptionalCategory } from '@/lib/consent/record'

type Props = { category: OptionalCategory; children: ReactNode }

/**
 * Renders content of another site while the visitor allows its category. The server never renders it, so a page sends
 * that site no request without consent. A withdrawal in any tab removes it. Its hosts must be in `consentedServices`, or
 * the security policy blocks them.
 */
export function Consented({ category, children }: Props) {
  const isAllowed = useSyncExternalStore(
    watchConsent,
    () => currentConsent()?.[category] === true,
    () => false,
  )
  return isAllowed ? children : null
}
