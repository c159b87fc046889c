'use client'
import { type FormEvent, useId, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import { PasswordField } from '@/components/identity/password-field'
import button from '@/components/ui/button.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import { saveNewPassword } from '@/lib/browser/email-link/links'
import { isWorn } from '@/lib/email-link'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import styles from './email-link.module.css'
import type { MailLinkProps } from './link-props'
import { MailLinkSettled } from './next'
import { MailLinkResult } from './result'

/** A link that gives its account a new password. What was typed stays if it is not taken. */
export function MailLinkPassword({ config, link, next, isSignedIn, read, onUse, onExpired }: MailLinkProps) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaved, setSaved] = useState(false)
  const messageId = useId()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setProblem(null)
    onUse()
    const outcome = await saveNewPassword(config, link, password)
    if (outcome.status === 'done') return setSaved(true)
    setBusy(false)
    if (isWorn(outcome.code)) onExpired(outcome.code)
    else setProblem(outcome)
  }

  if (isSaved) {
    return (
      <MailLinkResult words="Your new password is saved.">
        <MailLinkSettled config={config} wasSignedIn={isSignedIn} next={next} />
      </MailLinkResult>
    )
  }
  return (
    <form method="post" className={styles.form} onSubmit={save} aria-busy={isBusy}>
      <p className={styles.intro}>
        {read?.email
          ? `For your account with the address ${read.email}.`
          : 'For your account with this address.'}
      </p>
      <div role="alert" id={messageId}>
        {problem && <IdentityProblem problem={problem} />}
      </div>
      {/* So that password managers know whose password it is. */}
      {read?.email && (
        <input hidden readOnly type="email" name="email" autoComplete="username" value={read.email} />
      )}
      <PasswordField
        label="New password"
        isNew
        isInvalid={problem !== null && isAboutInput(problem.code, 'password')}
        messageId={messageId}
        config={config}
      />
      <button type="submit" className={button.primary} disabled={!isHydrated} aria-disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Save the new password'}
      </button>
    </form>
  )
}
