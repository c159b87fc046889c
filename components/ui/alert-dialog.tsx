'use client'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import form from './form.module.css'

type Props = {
  title: string
  action: string
  cancel?: string
  onConfirmed: () => void
  onClose: () => void
  children: ReactNode
}

/** Confirms what can't be undone. Cancel has the focus first. */
export function AlertDialog({ title, action, cancel = 'Cancel', onConfirmed, onClose, children }: Props) {
  const descriptionId = useId()
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={title} describedBy={descriptionId} initialFocus={cancelButton} onClose={onClose}>
      <p id={descriptionId}>{children}</p>
      <div className={`row ${form.actions}`}>
        <Button look="danger" onClick={onConfirmed}>
          {action}
        </Button>
        <Button ref={cancelButton} onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}
