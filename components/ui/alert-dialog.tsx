'use client'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import form from './form.module.css'

type Props = {
  title: string
  /** What goes ahead, and the way back. */
  action: string
  cancel?: string
  onConfirmed: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before what can't be undone. Escape and the way back, which has the focus at first, change nothing. */
export function AlertDialog({ title, action, cancel = 'Cancel', onConfirmed, onClose, children }: Props) {
  const wordsId = useId()
  const wayBack = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={title} describedBy={wordsId} initialFocus={wayBack} onClose={onClose}>
      <p id={wordsId}>{children}</p>
      <div className={form.actions}>
        <Button look="danger" onClick={onConfirmed}>
          {action}
        </Button>
        <Button ref={wayBack} onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}
