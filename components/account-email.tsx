'use client'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { requestEmailChange, type Step, sendVerification } from '@/lib/browser/account'
import type { PublicConfig } from '@/lib/config'
import type { Person } from '@/lib/profile'
import styles from './account.module.css'
import button from './button.module.css'
import field from './field.module.css'
import { useIsReady } from './ready'
import { StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; isVerified: boolean; config: PublicConfig }

const coolDownMs = 60_000

/** The address: to show that it is theirs, and to change it by a message to the new one. */
export function AccountEmail({ person, isVerified, config }: Props) {
  const isReady = useIsReady()
  const { take, dialog } = useStepUp(person, config)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [isCooling, setCooling] = useState(false)
  const messageId = useId()
  const owner = { config, userId: person.userId }

  useEffect(() => {
    if (!isCooling) return
    const timer = setTimeout(() => setCooling(false), coolDownMs)
    return () => clearTimeout(timer)
  }, [isCooling])

  async function run(step: () => Promise<Step>, asksFirst: boolean): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setProblem(null)
    setDone(null)
    const outcome = await take({ step, asksFirst })
    setBusy(false)
    if (outcome?.status === 'failed') setProblem(outcome)
    return outcome?.status === 'done'
  }

  async function verify() {
    if (!(await run(() => sendVerification(owner), false))) return
    setCooling(true)
    setDone(`A message is on its way to ${person.email}. Use the link in it. ${whereToLook(config)}`)
  }

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!(await run(() => requestEmailChange(owner, email), true))) return
    setDone(
      `A message is on its way to ${email}. Your address stays as it is until you use the link in it; then you sign in with the new one. ${whereToLook(config)}`,
    )
  }

  return (
    <section aria-labelledby="email-address" className={styles.section}>
      <h2 id="email-address">Email address</h2>
      {!isVerified && person.email && (
        <div className={styles.notice}>
          <p>We do not know yet whether {person.email} is yours: it is not confirmed.</p>
          <button
            type="button"
            className={button.quiet}
            disabled={!isReady || isCooling}
            aria-disabled={isBusy}
            onClick={verify}
          >
            Send a verification message
          </button>
          {isCooling && <p className={styles.hint}>You can ask for another one in a minute.</p>}
        </div>
      )}
      <form method="post" className={styles.form} onSubmit={change} aria-busy={isBusy}>
        <label className={field.field}>
          New email address
          <input
            className={field.input}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={problem ? true : undefined}
            aria-describedby={messageId}
          />
        </label>
        <p className={styles.hint}>
          We send a message to the new address. Nothing changes before its link is used.
        </p>
        <StepMessage id={messageId} problem={problem} done={done} />
        <button type="submit" className={button.quiet} disabled={!isReady} aria-disabled={isBusy}>
          {isBusy ? 'One moment…' : 'Change email address'}
        </button>
      </form>
      {dialog}
    </section>
  )
}

function whereToLook({ emulatorUrl }: PublicConfig): string {
  return emulatorUrl
    ? 'This site runs with the emulator, which sends no mail: the link is printed where the site was started.'
    : 'If it does not come within some minutes, look into your spam folder.'
}
