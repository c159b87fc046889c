'use client'
import { useId } from 'react'
import { unexpectedProblem } from '@/components/identity/identity-problem'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import { describeProfileProblem, type Person, type ProfileChange, parseProfileChange } from '@/lib/account'
import { changeProfile } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountRow, useRow } from './row'
import { isAtFault, StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = {
  kind: 'name' | 'photo'
  value: string | null
  /** The field's value when it opens. */
  typed: string
  person: Person
  config: PublicConfig
  onSaved: (change: ProfileChange) => void
}

/** Name or photo. Only the one is sent, so the other isn't set back to what this page knows. */
export function ProfileRow({ kind, value, typed, person, config, onSaved }: Props) {
  const { take, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, formProps } = useAction<StepProblem>(unexpectedProblem)
  const row = useRow(kind)
  const messageId = useId()
  const { label, hint, field } = kinds[kind]
  const noun = label.toLowerCase()

  async function save(entered: FormData): Promise<ActionOutcome<StepProblem>> {
    const parsed = parseProfileChange({ name: '', photo: '', [kind]: String(entered.get(kind)) })
    if (parsed.status === 'refused')
      return { problem: { words: describeProfileProblem(parsed.problem), field: kind } }
    const { displayName, photoUrl } = parsed.change
    const change = kind === 'name' ? { displayName } : { photoUrl }
    const step = () => changeProfile({ config, userId: person.userId }, change)
    const outcome = await take({ step, asksFirst: false })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    onSaved(change)
    row.close()
    return { done: `${label} saved.` }
  }

  return (
    <>
      <AccountRow
        row={row}
        label={label}
        value={value ? <bdi>{value}</bdi> : 'None'}
        action={value ? { label: 'Edit', name: `Edit ${noun}` } : { label: 'Add', name: `Add ${noun}` }}
        isBusy={isBusy}
        message={<StepMessage id={messageId} problem={problem} done={done} />}
      >
        {(actions) => (
          <form {...formProps(save)} className={`${form.form} ${styles.form}`}>
            <TextField
              {...field}
              name={kind}
              defaultValue={typed}
              isInvalid={isAtFault(kind, problem)}
              describedBy={messageId}
            />
            <p className={message.hint}>{hint}</p>
            {actions(`Save ${noun}`, 'Saving…')}
          </form>
        )}
      </AccountRow>
      {dialog}
    </>
  )
}

const kinds = {
  name: {
    label: 'Name',
    hint: 'Leave the field empty to remove it.',
    field: { label: 'Name', autoComplete: 'name', dir: 'auto' },
  },
  photo: {
    label: 'Picture',
    hint: 'Leave the field empty to remove it. We never load the picture here, to protect your privacy.',
    field: {
      label: 'Picture URL',
      inputMode: 'url',
      autoComplete: 'photo',
      autoCapitalize: 'none',
      spellCheck: false,
      placeholder: 'https://',
    },
  },
} as const
