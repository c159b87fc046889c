'use client'
import { type FormEvent, useId, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { MailAnswer } from '@/components/email-link/sent'
import button from '@/components/ui/button.module.css'
import { EmailField } from '@/components/ui/email-field'
import { useHydrated } from '@/components/ui/hydrated'
import type { Person } from '@/lib/account'
import { requestEmailChange, sendVerification } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { isAtInput, type StepProblem, WhatIsWrong, waysOfAccount } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; isVerified: boolean; config: PublicConfig }

/** The address: to show that it is theirs, and to change it by a message to the new one. */
export function AccountEmail({ person, isVerified, config }: Props) {
  const isHydrated = useHydrated()
  const { take, dialog } = useStepUp(person, config)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const messageId = useId()
  const owner = { config, userId: person.userId }

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setProblem(null)
    setSentTo(null)
    if (email.toLowerCase() === person.email?.toLowerCase())
      return setProblem('That is your address already.')
    setBusy(true)
    const outcome = await take({ step: () => requestEmailChange(owner, email), asksFirst: true })
    setBusy(false)
    if (outcome?.status === 'failed') setProblem(outcome)
    if (outcome?.status === 'done') setSentTo(email)
  }

  return (
    <section aria-labelledby="email-address" className={styles.section}>
      <h2 id="email-address">Email address</h2>
      {!isVerified && person.email && (
        <div className={styles.notice}>
          <p>We do not know yet whether {person.email} is yours: it is not confirmed.</p>
          <MailButton
            config={config}
            label="Send a verification message"
            answer={`A message is on its way to ${person.email}. Use the link in it.`}
            send={() => take({ step: () => sendVerification(owner), asksFirst: false })}
            ways={waysOfAccount}
          />
        </div>
      )}
      <form method="post" className={styles.form} onSubmit={change} aria-busy={isBusy}>
        <EmailField
          label="New email address"
          autoComplete="email"
          isInvalid={isAtInput(problem)}
          describedBy={messageId}
        />
        <p className={styles.hint}>
          We send a message to the new address. Nothing changes before its link is used.
        </p>
        <div id={messageId}>
          <div role="alert">{problem && <WhatIsWrong problem={problem} />}</div>
          <MailAnswer config={config} words={sentTo && describeChange(sentTo)} />
        </div>
        <button type="submit" className={button.quiet} disabled={!isHydrated} aria-disabled={isBusy}>
          {isBusy ? 'One moment…' : 'Change email address'}
        </button>
      </form>
      {dialog}
    </section>
  )
}

function describeChange(email: string): string {
  return `A message is on its way to ${email}. Your address stays as it is until you use the link in it; then you sign in with the new one. If it does not come within some minutes, look among the spam.`
}
