'use client'
import { type ReactNode, useState } from 'react'
import * as rooms from '@/components/rooms/work'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { PublicConfig } from '@/lib/config/config'

type Resolve = (mayLose: boolean) => void

/** Saves what is unsaved before a sign-out, and asks whether to lose what couldn't be saved. */
export function useUnsavedWarning(config: PublicConfig): {
  mayLoseUnsaved: () => Promise<boolean>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<{ words: string; resolve: Resolve } | null>(null)

  /** True without asking if there is nothing unsaved. */
  async function mayLoseUnsaved(): Promise<boolean> {
    for (const { unsaved } of Object.values<rooms.WorkRoom>(rooms)) {
      const { words, exists, save } = unsaved
      if (!(await exists())) continue
      await save(config)
      if (!(await exists())) continue
      const mayLose = await new Promise<boolean>((resolve) => setAsked({ words, resolve }))
      setAsked(null)
      if (!mayLose) return false
    }
    return true
  }

  return { mayLoseUnsaved, dialog: asked && <UnsavedWarning words={asked.words} onAnswer={asked.resolve} /> }
}

function UnsavedWarning({ words, onAnswer }: { words: string; onAnswer: Resolve }) {
  return (
    <AlertDialog
      title="Sign out without saving?"
      action="Sign out"
      cancel="Stay signed in"
      onConfirmed={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      You have {words}, here or in another tab. Signing out deletes it from this browser.
    </AlertDialog>
  )
}
