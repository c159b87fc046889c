'use client'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { hasDrafts } from '@/lib/browser/notes/drafts'
import { saveDrafts, waitToLeave } from '@/lib/browser/notes/save-drafts'
import type { PublicConfig } from '@/lib/config/config'

type Resolve = (mayLose: boolean) => void

/** Saves drafts before a sign-out, and asks whether to lose those that couldn't be saved. */
export function useUnsavedWarning(config: PublicConfig): {
  mayLoseDrafts: () => Promise<boolean>
  dialog: ReactNode
} {
  const [resolve, setResolve] = useState<Resolve | null>(null)

  /** True without asking if there are no drafts. */
  async function mayLoseDrafts(): Promise<boolean> {
    if (!(await hasDrafts())) return true
    await waitToLeave(saveDrafts(config))
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
