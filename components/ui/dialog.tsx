'use client'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  describedBy?: string
  /** While busy the dialog cannot be closed. */
  isBusy?: boolean
  /** `beside`: what is outside of it can be used, too. `aside`: not seen, until another dialog is done. */
  presence?: 'modal' | 'beside' | 'aside'
  /** What has the focus at first, if it isn't the first that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it is rendered. Escape asks to close it. */
export function Dialog(props: Props) {
  const {
    title,
    describedBy,
    isBusy = false,
    presence = 'modal',
    initialFocus: focusFirst,
    onClose,
    children,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const inside = useRef<HTMLElement>(null)
  const titleId = useId()
  const closeUnlessBusy = () => isBusy || onClose()

  // Closed before it's removed, so the focus returns to the button that opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    const focused = inside.current
    if (presence === 'modal') {
      element?.showModal()
      focusFirst?.current?.focus()
    }
    if (presence === 'beside') element?.show()
    if (presence !== 'aside' && focused?.isConnected) focused.focus()
    return () => {
      const { activeElement } = document
      inside.current =
        activeElement instanceof HTMLElement && element?.contains(activeElement) ? activeElement : null
      element?.close()
    }
  }, [presence, focusFirst])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onKeyDown={(event) => {
        // Browsers cancel only what is modal: here it would be the next dialog, which this one makes way for.
        if (presence !== 'beside' || event.key !== 'Escape') return
        event.preventDefault()
        closeUnlessBusy()
      }}
      onCancel={(event) => {
        event.preventDefault()
        closeUnlessBusy()
      }}
      onClose={() => {
        // Told later than it happens: it may be open again, or closed by us.
        if (dialog.current?.open || presence === 'aside') return
        // Some browsers close it on a second Escape no matter what.
        if (isBusy) dialog.current?.showModal()
        else onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
