'use client'
import { useId, useState } from 'react'
import { MailAnswer } from '@/components/email-link/send-button'
import { unexpectedError } from '@/components/identity/error-message'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { EmailAddress } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import { requestEmailChange } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountRow, useRow } from './row'
import { isErrorAbout, type StepError, StepErrorMessage } from './step-message'
import { useStepUp } from './step-up'
import { EmailVerification } from './verification'

type Props = { person: Person; isVerified: boolean; config: PublicConfig }

/** Verifies the email address, or changes it by an email to the new one. */
export function AccountEmail({ person, isVerified, config }: Props) {
  const { perform, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, formProps } = useAction<StepError>(unexpectedError)
  const messageId = useId()
  const row = useRow('email')
  const owner = { config, userId: person.userId }
  const [wasVerified] = useState(isVerified)

  async function change(formData: FormData): Promise<ActionOutcome<StepError>> {
    const email = String(formData.get('email')).trim()
    if (email.toLowerCase() === person.email?.toLowerCase())
      return { problem: { words: 'That’s already your email address.', field: 'email' } }
    const outcome = await perform({ step: () => requestEmailChange(owner, email) })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    row.close()
    return { done: describeSent(email, person) }
  }

  const action = person.email
    ? { label: 'Change', name: 'Change email' }
    : { label: 'Add', name: 'Add email' }
  return (
    <>
      <AccountRow
        row={row}
        label="Email address"
        value={<Address email={person.email} isVerified={isVerified} />}
        action={action}
        isBusy={isBusy}
        message={
          <div id={messageId}>
            <div role="alert">{problem && <StepErrorMessage problem={problem} />}</div>
            <MailAnswer config={config} words={done} />
            <div role="status">
              {isVerified && !wasVerified && <p className={message.done}>Email address verified.</p>}
            </div>
          </div>
        }
        notice={
          !isVerified &&
          person.email && <EmailVerification email={person.email} person={person} config={config} />
        }
      >
        {(actions) => (
          <form {...formProps(change)} className={form.form}>
            <EmailField
              label={person.email ? 'New email address' : 'Email address'}
              autoComplete="email"
              isInvalid={isErrorAbout('email', problem)}
              describedBy={messageId}
            />
            <p className={message.hint}>We’ll email the new address. Nothing changes until you confirm.</p>
            {actions(person.email ? 'Change email address' : 'Add email address')}
          </form>
        )}
      </AccountRow>
      {dialog}
    </>
  )
}

function Address({ email, isVerified }: { email: string | null; isVerified: boolean }) {
  if (!email) return 'Not added'
  return (
    <>
      <EmailAddress email={email} />{' '}
      <span className={styles.badge}>{isVerified ? 'Verified' : 'Not verified'}</span>
    </>
  )
}

function describeSent(email: string, { hasPassword }: Person): string {
  const then = hasPassword
    ? 'Open it to start using your new address. Until then, nothing changes.'
    : 'Open it to add this address to your account.'
  return `We’ve sent a link to ${email}. ${then} Check your spam folder if it hasn’t arrived in a few minutes.`
}
