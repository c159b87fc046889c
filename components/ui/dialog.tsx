'use client'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  describedBy?: string
  /** While busy the dialog cannot be closed. */
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it is rendered. Escape asks to close it. */
export function Dialog({ title, describedBy, isBusy = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const closeUnlessBusy = () => isBusy || onClose()

  // Closed before it's removed, so the focus returns to the button that opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        closeUnlessBusy()
      }}
      // Some browsers close it on a second Escape no matter what.
      onClose={() => (isBusy ? dialog.current?.showModal() : onClose())}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
