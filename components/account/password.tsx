'use client'
import { type FormEvent, useId, useState } from 'react'
import { PasswordField } from '@/components/identity/password-field'
import button from '@/components/ui/button.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import type { Person } from '@/lib/account'
import { changePassword } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { isAtInput, StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; config: PublicConfig }

const allWell = 'Your password is changed. All your other sessions have been ended.'
const othersRemain =
  'Your password is changed, but this site did not answer when your other sessions were to be ended. End them below.'
const endsHere =
  'Your password is changed, but this session could not be renewed. You will soon be asked to sign in with the new one.'
const endsHereAlone =
  'Your password is changed, but this site did not answer: your other sessions may live on, and this one could not be renewed. You will soon be asked to sign in with the new password. End the others then, on this page.'

/** A new password, or a first one. This browser stays signed in, all others are signed out at once. */
export function AccountPassword({ person, config }: Props) {
  const isHydrated = useHydrated()
  const { take, dialog } = useStepUp(person, config)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const messageId = useId()

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const password = String(new FormData(form).get('password'))
    setBusy(true)
    setProblem(null)
    setDone(null)
    const step = () => changePassword({ config, userId: person.userId }, password)
    const outcome = await take({ step, asksFirst: true })
    setBusy(false)
    if (!outcome) return
    if (outcome.status === 'failed') return setProblem(outcome)
    form.reset()
    // A reset is no typing; the rules beside the field have to learn of it.
    form.querySelector('[name=password]')?.dispatchEvent(new Event('input', { bubbles: true }))
    const { isRenewed, haveOthersEnded } = outcome
    if (isRenewed && haveOthersEnded) return setDone(allWell)
    if (isRenewed) return setProblem({ words: othersRemain })
    setProblem({ words: haveOthersEnded ? endsHere : endsHereAlone })
  }

  return (
    <section aria-labelledby="password" className={styles.section}>
      <h2 id="password">Password</h2>
      {person.email ? (
        <form method="post" className={styles.form} onSubmit={change} aria-busy={isBusy}>
          <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordField
            label="New password"
            isNew
            isInvalid={isAtInput(problem)}
            messageId={messageId}
            config={config}
          />
          <p className={styles.hint}>
            This browser stays signed in. Everywhere else you are signed out at once.
          </p>
          <StepMessage id={messageId} problem={problem} done={done} />
          <button type="submit" className={button.quiet} disabled={!isHydrated} aria-disabled={isBusy}>
            {isBusy ? 'One moment…' : 'Change password'}
          </button>
        </form>
      ) : (
        <p>A password belongs to an email address, and this account has none.</p>
      )}
      {dialog}
    </section>
  )
}
