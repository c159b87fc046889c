'use client'
import { useEffect, useState } from 'react'
import { failureOf } from '@/lib/browser/identity/fault'

/** From here on NIST SP 800-63B lets people choose a password, where there is no second factor asked for as well. */
const shortestAdvised = 8

/** Advice against a password that many would guess; null if there is none. The provider's policy stays the rule. */
export function usePasswordAdvice(typed: string): string | null {
  const [isCommon, setCommon] = useState<((password: string) => boolean) | null>(null)
  const isShort = typed.length < shortestAdvised
  const isWanted = !isShort && !isCommon

  useEffect(() => {
    if (!isWanted) return
    void import('@/lib/identity/common-passwords')
      .then(({ isCommonPassword }) => setCommon(() => isCommonPassword))
      // Advice is optional: if it can't be loaded, go without.
      .catch(failureOf)
  }, [isWanted])

  if (typed === '') return null
  if (isShort) return `Passwords under ${shortestAdvised} characters are easy to guess. Choose a longer one.`
  return isCommon?.(typed) ? 'This is one of the most common passwords. Choose another.' : null
}
