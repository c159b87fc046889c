'use client'
import { useRouter } from 'next/navigation'
import { PasswordField } from '@/components/identity/password-field'
import type { ActionOutcome } from '@/components/ui/action'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import { changePassword } from '@/lib/browser/account/account'
import { addPassword } from '@/lib/browser/account/sign-in-methods'
import type { PublicConfig } from '@/lib/config/config'
import { AccountRow, useRow } from './row'
import { describeChange, type StepError } from './step-message'

type Props = { person: Person; config: PublicConfig }

const thisSessionEnds =
  'Password changed, but we couldn’t renew this session. You’ll soon be asked to sign in with the new password.'
const othersStaySignedIn =
  'Password changed, but we couldn’t reach the server. You’ll soon be asked to sign in with the new password. Then sign out your other devices under “Where you’re signed in”.'

/** Changes the password, or adds one. This session stays, all others end. */
export function AccountPassword({ person, config }: Props) {
  const row = useRow('password', person, config)
  const router = useRouter()
  const isNew = !person.hasPassword

  async function change(formData: FormData): Promise<ActionOutcome<StepError>> {
    const password = String(formData.get('password'))
    const owner = { config, ...person }
    const email = person.email ?? String(formData.get('email')).trim()
    const added = { email, password, isFirstAddress: person.email === null }
    const step = () => (isNew ? addPassword(owner, added) : changePassword(owner, password))
    const outcome = await row.perform({ step })
    if (outcome?.status !== 'changed') return outcome && { problem: outcome }
    row.close()
    if (isNew) {
      router.refresh()
      return describeChange(outcome, 'You can now sign in with a password.')
    }
    const { isRenewed, haveOthersEnded } = outcome
    if (isRenewed) return describeChange(outcome, 'Password changed.')
    return { problem: { words: haveOthersEnded ? thisSessionEnds : othersStaySignedIn } }
  }

  return (
    <AccountRow
      row={row}
      label="Password"
      value={isNew ? 'Not added' : <HiddenPassword />}
      action={
        isNew ? { label: 'Add', name: 'Add a password' } : { label: 'Change', name: 'Change your password' }
      }
      onSubmit={change}
      submit={isNew ? 'Add password' : 'Change password'}
    >
      {person.email ? (
        <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
      ) : (
        <EmailField error={row.error} />
      )}
      <PasswordField label="New password" isNew error={row.error} config={config} />
      <p className={message.hint}>You’ll stay signed in here and be signed out on all other devices.</p>
    </AccountRow>
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
