'use client'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { hasDrafts } from '@/lib/browser/notes/drafts'

type Resolve = (mayLose: boolean) => void

/** Asks before a sign-out whether to lose unsaved drafts. */
export function useUnsavedWarning(): { mayLoseDrafts: () => Promise<boolean>; dialog: ReactNode } {
  const [resolve, setResolve] = useState<Resolve | null>(null)

  /** True without asking if there are no drafts. */
  async function mayLoseDrafts(): Promise<boolean> {
    if (!(await hasDrafts())) return true
    const mayLose = await new Promise<boolean>((settle) => setResolve(() => settle))
    setResolve(null)
    return mayLose
  }

  return { mayLoseDrafts, dialog: resolve && <UnsavedWarning onAnswer={resolve} /> }
}

function UnsavedWarning({ onAnswer }: { onAnswer: Resolve }) {
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
