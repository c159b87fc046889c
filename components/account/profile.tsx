'use client'
import { type ReactNode, useState } from 'react'
import type { ActionOutcome } from '@/components/ui/action'
import { WithAddresses } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { TextField } from '@/components/ui/text-field'
import { type Person, type Profile, parseProfileChange } from '@/lib/account'
import { changeProfile } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountRow, useRow } from './row'
import type { StepError } from './step-message'

type Props = { profile: Profile; person: Person; config: PublicConfig; now: string }

/** The user's name, and facts from the sign-in service. */
export function AccountProfile({ profile, person, config, now }: Props) {
  const { displayName, phoneNumber, createdAt, lastSignInAt } = profile
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <AccountName saved={displayName} person={person} config={config} />
      <dl>
        {phoneNumber && <Fact label="Phone number" value={phoneNumber} />}
        {createdAt && <Fact label="Account created" value={<RelativeTime at={createdAt} now={now} />} />}
        {lastSignInAt && <Fact label="Last sign-in" value={<RelativeTime at={lastSignInAt} now={now} />} />}
      </dl>
    </section>
  )
}

/** The name, which people see on what is shared with them. */
function AccountName({ saved, person, config }: Pick<Props, 'person' | 'config'> & { saved: string | null }) {
  const row = useRow('name', person, config)
  const [name, setName] = useState(saved)

  async function save(formData: FormData): Promise<ActionOutcome<StepError>> {
    const parsed = parseProfileChange(String(formData.get('name')))
    if ('problem' in parsed) return { problem: { words: parsed.problem, field: 'name' } }
    const step = () => changeProfile({ config, ...person }, parsed.change)
    const outcome = await row.perform({ step, confirmFirst: false })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    setName(parsed.change.displayName)
    row.close()
    return { done: 'Name saved.' }
  }

  const value = name ? (
    <bdi>
      <WithAddresses text={name} />
    </bdi>
  ) : (
    'Not added'
  )
  return (
    <AccountRow
      row={row}
      label="Name"
      value={value}
      action={name ? { label: 'Change', name: 'Change name' } : { label: 'Add', name: 'Add name' }}
      notice={<p className={message.hint}>Shown on what you share and in your account menu.</p>}
      onSubmit={save}
      submit="Save name"
      busy="Saving…"
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        dir="auto"
        defaultValue={name ?? ''}
        error={row.error}
      />
      <p className={message.hint}>Leave the field empty to remove it.</p>
    </AccountRow>
  )
}

/** A row that can't be changed. */
function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  )
}
