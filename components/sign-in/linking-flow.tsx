'use client'
import { type ReactNode, type RefObject, useState } from 'react'
import { leaveFor } from '@/components/ui/action'
import { failureOf } from '@/lib/browser/identity/fault'
import { pathAfterSignIn, type SignInOutcome } from '@/lib/browser/session/sign-in'
import type { SitePath } from '@/lib/site/routes'

const loadLinking = () => import('./linking')

type Form = {
  next: SitePath
  emailField: RefObject<HTMLInputElement | null>
  setMode: (mode: 'sign-in') => void
  /** Takes the form's own message away. */
  clear: () => void
}

/**
 * What a sign-in leads to, and how a provider is added whose address has an account already. `linking` is said above the
 * form of a provider to be added, `notLinked` in place of the form if it could not be.
 */
export function useLinking({ next, emailField, setMode, clear }: Form) {
  const [linking, setLinking] = useState<ReactNode>(null)
  const [notLinked, setNotLinked] = useState<ReactNode>(null)

  async function goOn(signedIn: SignInOutcome & { status: 'signed-in' }): Promise<null> {
    const loaded = signedIn.notLinked && (await loadLinking().catch(failureOf))
    if (!signedIn.notLinked || !loaded || 'status' in loaded) return leaveFor(pathAfterSignIn(signedIn, next))
    setNotLinked(<loaded.NotLinkedNotice notLinked={signedIn.notLinked} next={next} />)
    return null
  }

  /** To the sign-in that their account knows, with which the provider is added. */
  async function leadToAccount(): Promise<boolean> {
    const loaded = await loadLinking().catch(failureOf)
    const waits =
      'status' in loaded ? null : loaded.pendingLinkNotice(emailField.current, () => setLinking(null))
    if (!waits) return false
    setMode('sign-in')
    clear()
    setLinking(waits)
    return true
  }

  return { linking, notLinked, goOn, leadToAccount }
}
