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
  /** Removes the form's own message. */
  clear: () => void
}

/**
 * Finishes sign-ins, and links a provider whose address has an account already. `linking` is the notice above the form,
 * `notLinked` replaces the form if linking failed.
 */
export function useLinking({ next, emailField, setMode, clear }: Form) {
  const [linking, setLinking] = useState<ReactNode>(null)
  const [notLinked, setNotLinked] = useState<ReactNode>(null)

  async function finishSignIn(signedIn: SignInOutcome & { status: 'signed-in' }): Promise<null> {
    const loaded = signedIn.notLinked && (await loadLinking().catch(failureOf))
    if (!signedIn.notLinked || !loaded || 'status' in loaded) return leaveFor(pathAfterSignIn(signedIn, next))
    setNotLinked(<loaded.NotLinkedNotice notLinked={signedIn.notLinked} next={next} />)
    return null
  }

  /** Asks for a sign-in with the account's own method, which then links the provider. False if nothing is pending. */
  async function promptToLink(): Promise<boolean> {
    const loaded = await loadLinking().catch(failureOf)
    const notice =
      'status' in loaded ? null : loaded.pendingLinkNotice(emailField.current, () => setLinking(null))
    if (!notice) return false
    setMode('sign-in')
    clear()
    setLinking(notice)
    return true
  }

  return { linking, notLinked, finishSignIn, promptToLink }
}
