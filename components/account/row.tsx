'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import styles from './account.module.css'

/** Whether a row's form is open. Its anchor opens it, also on a page that is already loaded. */
export function useRow(id: string) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const followAnchor = () => location.hash === `#${id}` && setOpen(true)
    followAnchor()
    addEventListener('hashchange', followAnchor)
    return () => removeEventListener('hashchange', followAnchor)
  }, [id])
  return { id, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

type Props = {
  row: ReturnType<typeof useRow>
  label: string
  value: ReactNode
  /** The button that opens the form; `name` is its accessible name, which starts with the label. */
  action: { label: string; name: string }
  isBusy: boolean
  /** Announces the outcome; stays after the form is closed. */
  message: ReactNode
  /** Always shown, e.g. how to verify the email address. */
  notice?: ReactNode
  /** The form; `actions` renders its submit button, with these labels, and Cancel. */
  children: (actions: (submit: string, busy?: string) => ReactNode) => ReactNode
}

/**
 * A row of the account: label, value, and a button that opens a form. The focus moves to the first field, and back to the
 * button when the form closes. Cancel and Escape discard the input.
 */
export function AccountRow({ row, label, value, action, isBusy, message, notice, children }: Props) {
  const { id, isOpen, open, close } = row
  const headingId = useId()
  const body = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (isOpen) body.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const actions = (submit: string, busy?: string) => (
    <FormActions submit={submit} busy={busy} isBusy={isBusy} onCancel={close} />
  )
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
          onClick={open}
        >
          {action.label}
        </Button>
      )}
      <div className={styles.below}>
        {notice}
        {message}
        {isOpen && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for its Cancel button
          <div
            ref={body}
            className={styles.body}
            onKeyDown={(event) => {
              if (pressedKey(event) === 'Escape' && !isBusy) close()
            }}
          >
            {children(actions)}
          </div>
        )}
      </div>
    </section>
  )
}

type ActionsProps = { submit: string; busy?: string | undefined; isBusy: boolean; onCancel: () => void }

/** A form's submit button, with these labels, and Cancel. */
export function FormActions({ submit, busy = 'One moment…', isBusy, onCancel }: ActionsProps) {
  return (
    <div className={form.actions}>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? busy : submit}
      </Button>
      <Button isBusy={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
