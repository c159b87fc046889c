'use client'
import type { ReactNode } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { CodeField } from '@/components/second-factor/code'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { TextField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import { confirmEnrollment, type FactorChange } from '@/lib/browser/account/second-factors'
import type { Enrollment } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { maxFactorNameLength } from '@/lib/identity/second-factor'
import styles from '../account.module.css'
import type { StepUp } from '../step-up'

export type EnrollmentProps = {
  person: Person
  config: PublicConfig
  stepUp: StepUp
  onAdded: (change: FactorChange & { status: 'changed' }, words: string) => void
  onCancel: () => void
}

type Props = EnrollmentProps & {
  enrollment: Enrollment
  suggestedName: string
  sentMessage?: ReactNode
  resend?: ReactNode
}

/** The form for the code that completes the enrollment, and a label. */
export function EnrollmentCodeForm(props: Props) {
  const { person, config, stepUp, enrollment, suggestedName, sentMessage, resend, onAdded, onCancel } = props
  const { isBusy, problem, formProps } = useAction<IdentityError>(unexpectedError)

  async function submit(
    formData: FormData,
    formElement: HTMLFormElement,
  ): Promise<ActionOutcome<IdentityError>> {
    const code = String(formData.get('code'))
    const name = String(formData.get('name')).trim()
    const step = () => confirmEnrollment({ config, userId: person.userId }, enrollment, { code, name })
    const outcome = await stepUp.perform({ step })
    if (outcome?.status === 'changed') {
      onAdded(outcome, 'Two-step verification is on.')
      return null
    }
    formElement.querySelector<HTMLInputElement>('[name=code]')?.select()
    return outcome && { problem: outcome }
  }

  return (
    <form {...formProps(submit)} className={`${form.form} ${styles.form}`}>
      {sentMessage}
      <CodeField problem={problem} />
      <TextField
        label="Label"
        name="name"
        autoComplete="off"
        maxLength={maxFactorNameLength}
        defaultValue={suggestedName}
        isInvalid={false}
      />
      <div className={form.actions}>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? 'One moment…' : 'Turn on'}
        </Button>
        <Button isBusy={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {resend}
    </form>
  )
}
