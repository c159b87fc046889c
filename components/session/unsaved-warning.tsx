'use client'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import button from '@/components/ui/button.module.css'
import styles from '@/components/ui/dialog.module.css'
import { hasDrafts } from '@/lib/browser/notes/drafts'

type Answer = (mayLose: boolean) => void

/** Asks a person who is about to sign out whether what they typed and have not saved may go. */
export function useUnsavedWarning(): { mayLoseDrafts: () => Promise<boolean>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<Answer | null>(null)

  /** True at once if there is nothing to lose. */
  async function mayLoseDrafts(): Promise<boolean> {
    if (!(await hasDrafts())) return true
    const mayLose = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return mayLose
  }

  return { mayLoseDrafts, dialog: answer && <UnsavedWarning onAnswer={answer} /> }
}

/** Escape keeps everything, and so does the button that has the focus. */
function UnsavedWarning({ onAnswer }: { onAnswer: Answer }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const wordsId = useId()

  useEffect(() => {
    dialog.current?.showModal()
    stay.current?.focus()
  }, [])

  /** Closed first, so that the focus goes back to the button that was pressed. */
  function leave(mayLose: boolean) {
    dialog.current?.close()
    onAnswer(mayLose)
  }

  function leaveByKey(event: SyntheticEvent) {
    event.preventDefault()
    leave(false)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={wordsId}
      onCancel={leaveByKey}
      onClose={() => onAnswer(false)}
    >
      <h2 id={titleId}>Sign out without saving?</h2>
      <p id={wordsId}>
        You have a note that isn’t saved yet, here or in another tab. Signing out deletes it from this
        browser.
      </p>
      <div className={styles.actions}>
        <button ref={stay} type="button" className={button.primary} onClick={() => leave(false)}>
          Stay signed in
        </button>
        <button type="button" className={button.quiet} onClick={() => leave(true)}>
          Sign out
        </button>
      </div>
    </dialog>
  )
}
