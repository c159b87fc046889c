'use client'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { hasDrafts } from '@/lib/browser/notes/drafts'

type Answer = (mayLose: boolean) => void

/** Asks before a sign-out whether to lose unsaved drafts. */
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

function UnsavedWarning({ onAnswer }: { onAnswer: Answer }) {
  return (
    <AlertDialog
      title="Sign out without saving?"
      action="Sign out"
      cancel="Stay signed in"
      onConfirmed={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      You have a note that isn’t saved yet, here or in another tab. Signing out deletes it from this browser.
    </AlertDialog>
  )
}
