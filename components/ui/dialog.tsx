'use client'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  describedBy?: string
  /** While something is under way the dialog cannot be left. */
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open for as long as it is rendered. Escape asks to close it. */
export function Dialog({ title, describedBy, isBusy = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const closeUnlessBusy = () => isBusy || onClose()

  // Closed before it is removed, so that the focus returns to what opened it.
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
      // Some browsers close it at a second Escape all the same.
      onClose={() => (isBusy ? dialog.current?.showModal() : onClose())}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
