'use client'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { PasswordField } from '@/components/identity/password-field'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import { changePassword } from '@/lib/browser/account/account'
import { addPassword } from '@/lib/browser/account/sign-in-methods'
import type { PublicConfig } from '@/lib/config/config'
import { AccountRow, useRow } from './row'
import { describeChange, isErrorAbout, type StepError, StepMessage } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; config: PublicConfig }

const thisSessionEnds =
  'Password changed, but we couldn’t renew this session. You’ll soon be asked to sign in with the new password.'
const othersStaySignedIn =
  'Password changed, but we couldn’t reach the server. You’ll soon be asked to sign in with the new password. Then sign out your other devices under “Where you’re signed in”.'

/** Changes the password, or adds one. This session stays, all others end. */
export function AccountPassword({ person, config }: Props) {
  const { perform, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, formProps } = useAction<StepError>(unexpectedError)
  const messageId = useId()
  const row = useRow('password')
  const router = useRouter()

  async function change(formData: FormData): Promise<ActionOutcome<StepError>> {
    const password = String(formData.get('password'))
    const owner = { config, userId: person.userId }
    const email = person.email ?? String(formData.get('email')).trim()
    const step = () =>
      person.hasPassword ? changePassword(owner, password) : addPassword(owner, { email, password })
    const outcome = await perform({ step })
    if (outcome?.status !== 'changed') return outcome && { problem: outcome }
    row.close()
    if (!person.hasPassword) {
      router.refresh()
      return describeChange(outcome, 'You can now sign in with a password.')
    }
    const { isRenewed, haveOthersEnded } = outcome
    if (isRenewed) return describeChange(outcome, 'Password changed.')
    return { problem: { words: haveOthersEnded ? thisSessionEnds : othersStaySignedIn } }
  }

  const action = person.hasPassword
    ? { label: 'Change', name: 'Change your password' }
    : { label: 'Add', name: 'Add a password' }
  return (
    <>
      <AccountRow
        row={row}
        label="Password"
        value={person.hasPassword ? <HiddenPassword /> : 'Not added'}
        action={action}
        isBusy={isBusy}
        message={<StepMessage id={messageId} problem={problem} done={done} />}
      >
        {(actions) => (
          <form {...formProps(change)} className={form.form}>
            {person.email ? (
              <input
                type="text"
                name="username"
                autoComplete="username"
                value={person.email}
                readOnly
                hidden
              />
            ) : (
              <EmailField isInvalid={isErrorAbout('email', problem)} describedBy={messageId} />
            )}
            <PasswordField
              label="New password"
              isNew
              isInvalid={isErrorAbout('password', problem)}
              messageId={messageId}
              config={config}
            />
            <p className={message.hint}>You’ll stay signed in here and be signed out on all other devices.</p>
            {actions(person.hasPassword ? 'Change password' : 'Add password')}
          </form>
        )}
      </AccountRow>
      {dialog}
    </>
  )
}

/** Dots, and a word for screen readers. */
function HiddenPassword() {
  return (
    <>
      <span aria-hidden="true">••••••••</span>
      <span className="visually-hidden">Set</span>
    </>
  )
}
