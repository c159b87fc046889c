'use client'
import { useState } from 'react'
import { MailAnswer } from '@/components/email-link/send-button'
import type { ActionOutcome } from '@/components/ui/action'
import { EmailAddress } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import { requestEmailChange } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import { AccountRow, useRow } from './row'
import type { StepError } from './step-message'
import { EmailVerification } from './verification'

type Props = { person: Person; isVerified: boolean; config: PublicConfig }

/** Verifies the email address, or changes it by an email to the new one. */
export function AccountEmail({ person, isVerified, config }: Props) {
  const row = useRow('email', person, config)
  const [wasVerified] = useState(isVerified)
  const isNew = !person.email

  async function change(formData: FormData): Promise<ActionOutcome<StepError>> {
    const email = String(formData.get('email')).trim()
    if (email.toLowerCase() === person.email?.toLowerCase())
      return { problem: { words: 'That’s already your email address.', field: 'email' } }
    const step = () => requestEmailChange({ config, ...person }, email)
    const outcome = await row.perform({ step })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    row.close()
    return { done: describeSent(email, person) }
  }

  return (
    <AccountRow
      row={row}
      label="Email address"
      value={<Address email={person.email} isVerified={isVerified} />}
      action={isNew ? { label: 'Add', name: 'Add email' } : { label: 'Change', name: 'Change email' }}
      answer={
        <>
          <MailAnswer config={config} words={row.done} />
          <div role="status">
            {isVerified && !wasVerified && <p className={message.done}>Email address verified.</p>}
          </div>
        </>
      }
      notice={
        !isVerified &&
        person.email && <EmailVerification email={person.email} person={person} config={config} />
      }
      onSubmit={change}
      submit={isNew ? 'Add email address' : 'Change email address'}
    >
      <EmailField
        label={isNew ? 'Email address' : 'New email address'}
        autoComplete="email"
        error={row.error}
      />
      <p className={message.hint}>We’ll email the new address. Nothing changes until you confirm.</p>
    </AccountRow>
  )
}

function Address({ email, isVerified }: { email: string | null; isVerified: boolean }) {
  if (!email) return 'Not added'
  return (
    <>
      <EmailAddress email={email} /> <span className="badge">{isVerified ? 'Verified' : 'Not verified'}</span>
    </>
  )
}

function describeSent(email: string, { hasPassword }: Person): string {
  const then = hasPassword
    ? 'Open it to start using your new address. Until then, nothing changes.'
    : 'Open it to add this address to your account.'
  return `We’ve sent a link to ${email}. ${then} Check your spam folder if it hasn’t arrived in a few minutes.`
}
