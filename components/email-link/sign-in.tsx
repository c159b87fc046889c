'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import button from '@/components/ui/button.module.css'
import { EmailField } from '@/components/ui/email-field'
import { useHydrated } from '@/components/ui/hydrated'
import { rememberedLinkEmail } from '@/lib/browser/email-link/address'
import { signInByMailLink } from '@/lib/browser/email-link/links'
import { isWorn } from '@/lib/email-link'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes } from '@/lib/site/routes'
import styles from './email-link.module.css'
import type { MailLinkProps } from './link-props'

/**
 * A link that signs in. It must be known whom: the browser that asked for the link has the address, any other asks for
 * it, so that a link that somebody else has sent signs nobody in to that account.
 */
export function MailLinkSignIn({ config, link, next, onUse, onExpired }: MailLinkProps) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const hintId = useId()

  // Known to the browser alone. What was typed before the scripts came is newer.
  useEffect(() => {
    if (emailField.current?.value === '') emailField.current.value = rememberedLinkEmail() ?? ''
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = emailField.current?.value.trim() ?? ''
    setBusy(true)
    setProblem(null)
    onUse()
    const outcome = await signInByMailLink(config, link, email)
    if (outcome.status === 'signed-in') return location.replace(routes.authSuccess(next))
    setBusy(false)
    if (isWorn(outcome.code)) onExpired(outcome.code)
    else setProblem(outcome)
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} aria-busy={isBusy}>
      <p className={styles.intro} id={hintId}>
        The link signs in the address that it was sent to.
      </p>
      <div role="alert" id={messageId}>
        {problem && <IdentityProblem problem={problem} />}
      </div>
      <EmailField
        input={emailField}
        isInvalid={problem !== null && isAboutInput(problem.code, 'email')}
        describedBy={`${messageId} ${hintId}`}
      />
      <button type="submit" className={button.primary} disabled={!isHydrated} aria-disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
