'use client'
import { useId } from 'react'
import { PasswordField } from '@/components/identity/password-field'
import { type Outcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { Person } from '@/lib/account'
import { changePassword } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { isAtFault, StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; config: PublicConfig }

const allWell = 'Your password is changed. All your other sessions have been ended.'
const othersRemain =
  'Your password is changed, but this site did not answer when your other sessions were to be ended. End them below.'
const endsHere =
  'Your password is changed, but this session could not be renewed. You will soon be asked to sign in with the new one.'
const endsHereAlone =
  'Your password is changed, but this site did not answer: your other sessions may live on, and this one could not be renewed. You will soon be asked to sign in with the new password. End the others then, on this page.'

/** A new password, or a first one. This browser stays signed in, all others are signed out. */
export function AccountPassword({ person, config }: Props) {
  const { take, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, formProps } = useAction<StepProblem>()
  const messageId = useId()

  async function change(typed: FormData, form: HTMLFormElement): Promise<Outcome<StepProblem>> {
    const password = String(typed.get('password'))
    const step = () => changePassword({ config, userId: person.userId }, password)
    const outcome = await take({ step, asksFirst: true })
    if (outcome?.status !== 'changed') return outcome && { problem: outcome }
    form.reset()
    // A reset fires no `input` event, which the rules listen for.
    form.querySelector('[name=password]')?.dispatchEvent(new Event('input', { bubbles: true }))
    const { isRenewed, haveOthersEnded } = outcome
    if (isRenewed) return haveOthersEnded ? { done: allWell } : { problem: { words: othersRemain } }
    return { problem: { words: haveOthersEnded ? endsHere : endsHereAlone } }
  }

  return (
    <section aria-labelledby="password" className={styles.section}>
      <h2 id="password">Password</h2>
      {person.email ? (
        <form {...formProps(change)} className={`${form.form} ${styles.form}`}>
          <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordField
            label="New password"
            isNew
            isInvalid={isAtFault('password', problem)}
            messageId={messageId}
            config={config}
          />
          <p className={message.hint}>
            This browser stays signed in. Everywhere else you are signed out at once.
          </p>
          <StepMessage id={messageId} problem={problem} done={done} />
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'One moment…' : 'Change password'}
          </Button>
        </form>
      ) : (
        <p>A password belongs to an email address, and this account has none.</p>
      )}
      {dialog}
    </section>
  )
}
