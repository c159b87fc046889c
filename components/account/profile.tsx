'use client'
import { type ReactNode, useId, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { WithAddresses } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { TextField } from '@/components/ui/text-field'
import { type Person, type Profile, parseProfileChange } from '@/lib/account'
import { changeProfile } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountRow, useRow } from './row'
import { isErrorAbout, type StepError, StepMessage } from './step-message'
import { useStepUp } from './step-up'

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
  const { perform, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, formProps } = useAction<StepError>(unexpectedError)
  const [name, setName] = useState(saved)
  const row = useRow('name')
  const messageId = useId()

  async function save(formData: FormData): Promise<ActionOutcome<StepError>> {
    const parsed = parseProfileChange(String(formData.get('name')))
    if ('problem' in parsed) return { problem: { words: parsed.problem, field: 'name' } }
    const step = () => changeProfile({ config, userId: person.userId }, parsed.change)
    const outcome = await perform({ step, confirmFirst: false })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    setName(parsed.change.displayName)
    row.close()
    return { done: 'Name saved.' }
  }

  return (
    <>
      <AccountRow
        row={row}
        label="Name"
        value={
          name ? (
            <bdi>
              <WithAddresses text={name} />
            </bdi>
          ) : (
            'Not added'
          )
        }
        action={name ? { label: 'Change', name: 'Change name' } : { label: 'Add', name: 'Add name' }}
        isBusy={isBusy}
        message={<StepMessage id={messageId} problem={problem} done={done} />}
        notice={<p className={message.hint}>Shown on what you share and in your account menu.</p>}
      >
        {(actions) => (
          <form {...formProps(save)} className={form.form}>
            <TextField
              label="Name"
              name="name"
              autoComplete="name"
              dir="auto"
              defaultValue={name ?? ''}
              isInvalid={isErrorAbout('name', problem)}
              describedBy={messageId}
            />
            <p className={message.hint}>Leave the field empty to remove it.</p>
            {actions('Save name', 'Saving…')}
          </form>
        )}
      </AccountRow>
      {dialog}
    </>
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
