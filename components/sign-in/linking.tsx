'use client'
/** Loaded when a provider's address belongs to an account with a different sign-in method. */
import { type ReactNode, useEffect, useRef } from 'react'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { currentPendingLink, type LinkFailure, setPendingLink } from '@/lib/browser/identity/pending-link'
import { describeIdentityError } from '@/lib/identity/error-words'
import { providerNames } from '@/lib/identity/providers'
import { routes, type SitePath } from '@/lib/site/routes'

/** Fills in the account's address, and returns the notice about the pending link. Null if there is none. */
export function pendingLinkNotice(email: HTMLInputElement | null, onDrop: () => void): ReactNode | null {
  const pending = currentPendingLink()
  if (!pending || !email) return null
  const drop = () => {
    setPendingLink(null)
    onDrop()
    email.focus()
  }
  email.value = pending.email
  email.form?.querySelector<HTMLInputElement>('[name=password]')?.focus()
  const name = providerNames[pending.provider]
  return (
    <p className={message.note}>
      An account with this email already exists. Sign in the way you usually do, and we’ll add {name}.{' '}
      <button type="button" className={button.inline} onClick={drop}>
        Don’t add {name}
      </button>
    </p>
  )
}

/** For a user who is signed in, but whose provider couldn't be linked. */
export function NotLinkedNotice({ notLinked, next }: { notLinked: LinkFailure; next: SitePath }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), [])
  const name = providerNames[notLinked.provider]
  return (
    <div className={form.form}>
      <h1 ref={heading} tabIndex={-1} className={form.title}>
        You’re signed in
      </h1>
      <div role="alert">
        <p className={message.problem}>
          {name} couldn’t be added. {describeIdentityError(notLinked)} You can add it later in your account,
          under “Ways to sign in”.
        </p>
      </div>
      <p>
        <a href={routes.authSuccess(next)} className={button.primary}>
          Continue
        </a>
      </p>
    </div>
  )
}
