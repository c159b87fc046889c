'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import button from '@/components/ui/button.module.css'
import { EmailField } from '@/components/ui/email-field'
import { useHydrated } from '@/components/ui/hydrated'
import { type MailKind, requestMail } from '@/lib/browser/email-link/links'
import { prepareIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import type { SitePath } from '@/lib/site/routes'
import { type CoolDown, CoolDownReason } from './cool-down'
import styles from './email-link.module.css'
import { MailAnswer } from './sent'

type Props = {
  kind: MailKind
  config: PublicConfig
  next: SitePath
  /** What the field begins with. */
  email: string
  coolDown: CoolDown
  /** Whether the person has asked for this field, and goes on typing in it. */
  takesFocus?: boolean
}

const words: Record<MailKind, { intro: string; answer: (email: string) => string }> = {
  reset: {
    intro: 'We send you a link with which you choose a new password.',
    answer: () =>
      'If there is an account with this address, a message is on its way. It may take some minutes, and it may land among the spam.',
  },
  'sign-in': {
    intro: 'We send you a link that signs you in without a password.',
    answer: (email) =>
      `We have sent a link to ${email}. It works once. It may take some minutes, and it may land among the spam.`,
  },
}

/** Asks for an address and has a message sent to it. The answer never tells whether there is an account. */
export function MailRequest({ kind, config, next, email, coolDown, takesFocus = false }: Props) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const reasonId = useId()
  const isCooling = coolDown.secondsLeft > 0

  useEffect(() => {
    if (takesFocus) emailField.current?.focus()
  }, [takesFocus])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || isCooling) return
    const typed = emailField.current?.value.trim() ?? ''
    setBusy(true)
    setProblem(null)
    setSentTo(null)
    const outcome = await requestMail(config, { kind, email: typed, next })
    setBusy(false)
    if (outcome.status === 'failed') return setProblem(outcome)
    setSentTo(typed)
    coolDown.begin()
  }

  return (
    <form
      method="post"
      className={styles.form}
      onSubmit={submit}
      onFocus={() => prepareIdentity(config)}
      aria-busy={isBusy}
    >
      <p className={styles.intro}>{words[kind].intro}</p>
      <div role="alert" id={messageId}>
        {problem && <IdentityProblem problem={problem} />}
      </div>
      <EmailField
        input={emailField}
        defaultValue={email}
        isInvalid={problem !== null && isAboutInput(problem.code, 'email')}
        describedBy={messageId}
      />
      <button
        type="submit"
        className={button.primary}
        disabled={!isHydrated}
        aria-disabled={isBusy || isCooling}
        aria-describedby={reasonId}
      >
        {isBusy ? 'Sending…' : 'Send a link'}
      </button>
      <CoolDownReason id={reasonId} secondsLeft={coolDown.secondsLeft} />
      <MailAnswer config={config} words={sentTo === null ? null : words[kind].answer(sentTo)} />
    </form>
  )
}
