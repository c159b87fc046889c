'use client'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import form from '@/components/ui/form.module.css'
import { hasDrafts } from '@/lib/browser/notes/drafts'

type Answer = (mayLose: boolean) => void

/** Asks before a sign-out whether unsaved drafts may be lost. */
export function useUnsavedWarning(): { mayLoseDrafts: () => Promise<boolean>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<Answer | null>(null)

  /** True without asking if there are no drafts. */
  async function mayLoseDrafts(): Promise<boolean> {
    if (!(await hasDrafts())) return true
    const mayLose = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return mayLose
  }

  return { mayLoseDrafts, dialog: answer && <UnsavedWarning onAnswer={answer} /> }
}

/** Escape is the safe answer, and so is the first button, which gets the focus. */
function UnsavedWarning({ onAnswer }: { onAnswer: Answer }) {
  const wordsId = useId()
  return (
    <Dialog title="Sign out without saving?" describedBy={wordsId} onClose={() => onAnswer(false)}>
      <p id={wordsId}>
        You have a note that isn’t saved yet, here or in another tab. Signing out deletes it from this
        browser.
      </p>
      <div className={form.actions}>
        <Button look="primary" onClick={() => onAnswer(false)}>
          Stay signed in
        </Button>
        <Button look="dangerQuiet" onClick={() => onAnswer(true)}>
          Sign out
        </Button>
      </div>
    </Dialog>
  )
}
