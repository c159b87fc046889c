'use client'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { pressedKey } from './pressed-key'

type Props = {
  title: string
  describedBy?: string
  /** While busy, the dialog can't be closed. */
  isBusy?: boolean
  /** `hidden`: while another dialog is open. */
  presence?: 'modal' | 'non-modal' | 'hidden'
  /** Default: the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** A dialog, open while it's rendered. Escape calls `onClose`. */
export function Dialog(props: Props) {
  const { title, describedBy, isBusy = false, presence = 'modal', initialFocus, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const lastFocused = useRef<HTMLElement>(null)
  const titleId = useId()
  const closeUnlessBusy = () => isBusy || onClose()

  // Closed before it's removed, so the focus returns to the button that opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    const focused = lastFocused.current
    if (presence === 'modal') {
      element?.showModal()
      initialFocus?.current?.focus()
    }
    if (presence === 'non-modal') element?.show()
    if (presence !== 'hidden' && focused?.isConnected) focused.focus()
    return () => {
      const { activeElement } = document
      lastFocused.current =
        activeElement instanceof HTMLElement && element?.contains(activeElement) ? activeElement : null
      element?.close()
    }
  }, [presence, initialFocus])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onKeyDown={(event) => {
        // For Escape, browsers cancel only modal dialogs, such as the one behind this.
        if (presence !== 'non-modal' || pressedKey(event) !== 'Escape') return
        event.preventDefault()
        closeUnlessBusy()
      }}
      onCancel={(event) => {
        event.preventDefault()
        closeUnlessBusy()
      }}
      onClose={() => {
        // The event is asynchronous: the dialog may be open again, or hidden by us.
        if (dialog.current?.open || presence === 'hidden') return
        // Some browsers close it on a second Escape despite `preventDefault`.
        if (isBusy) dialog.current?.showModal()
        else onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
