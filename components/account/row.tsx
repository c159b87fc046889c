'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import type { Person } from '@/lib/account'
import { invalidInput } from '@/lib/browser/identity/input'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { type StepError, StepErrorMessage, useStepFormError } from './step-message'
import { useStepUp } from './step-up'

/** A row's form: whether it is open, what it does, and a confirmation first. Its anchor opens it, also on a page that is loaded. */
export function useRow(id: string, person: Person, config: PublicConfig) {
  const [isOpen, setOpen] = useState(false)
  const stepUp = useStepUp(person, config)
  const action = useAction<StepError>(unexpectedError)
  const error = useStepFormError(action.problem)
  useEffect(() => {
    const followAnchor = () => location.hash === `#${id}` && setOpen(true)
    followAnchor()
    addEventListener('hashchange', followAnchor)
    return () => removeEventListener('hashchange', followAnchor)
  }, [id])
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  return { id, error, isOpen, open, close, ...stepUp, ...action }
}

type Props = {
  row: ReturnType<typeof useRow>
  label: string
  value: ReactNode
  /** The button that opens the form; `name` is its accessible name, which starts with the label. */
  action: { label: string; name: string }
  /** Announces what was done, instead of its words. */
  answer?: ReactNode
  /** Always shown, e.g. how to verify the email address. */
  notice?: ReactNode
  onSubmit: (formData: FormData) => Promise<ActionOutcome<StepError>>
  /** The labels of the button that submits. */
  submit: string
  busy?: string
  /** The fields. */
  children: ReactNode
}

/**
 * A row of the account: label, value, and a button that opens a form. The focus moves to the first field, and back to the
 * button when the form closes. Cancel and Escape discard the input.
 */
export function AccountRow(props: Props) {
  const { row, label, value, action, answer, notice, onSubmit, submit, busy, children } = props
  const { id, error, isOpen, isBusy, problem, done } = row
  const headingId = useId()
  const body = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (isOpen) body.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <section id={id} aria-labelledby={headingId} className={styles.row}>
      <h3 id={headingId}>{label}</h3>
      <div className={styles.value}>{value}</div>
      {!isOpen && (
        <Button
          ref={opener}
          className={styles.opener}
          aria-label={action.name}
          aria-expanded={false}
          onClick={row.open}
        >
          {action.label}
        </Button>
      )}
      <div className={styles.below}>
        {notice}
        {isOpen && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for its Cancel button
          <div
            ref={body}
            className={styles.body}
            onKeyDown={(event) => {
              if (pressedKey(event) === 'Escape' && !isBusy) row.close()
            }}
          >
            <form {...row.formProps(onSubmit, invalidInput)} className={form.form}>
              {children}
              <FormActions submit={submit} busy={busy} isBusy={isBusy} onCancel={row.close} />
              {error.at('form')}
            </form>
          </div>
        )}
        <div role="alert">{problem && !isOpen && <StepErrorMessage problem={problem} />}</div>
        {answer ?? <div role="status">{done && <p className={message.done}>{done}</p>}</div>}
      </div>
      {row.dialog}
    </section>
  )
}

type ActionsProps = { submit: string; busy?: string | undefined; isBusy: boolean; onCancel: () => void }

/** A form's submit button, with these labels, and Cancel. */
export function FormActions({ submit, busy = 'One moment…', isBusy, onCancel }: ActionsProps) {
  return (
    <div className={`row ${form.actions}`}>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? busy : submit}
      </Button>
      <Button isBusy={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
