'use client'
import { type ReactNode, useRef, useState } from 'react'
import { isConfirmationWanted, needsConfirmation } from '@/lib/browser/account'
import type { PublicConfig } from '@/lib/config'
import type { Person } from '@/lib/profile'
import { ConfirmDialog } from './confirm-dialog'

type Outcome = { status: string; code?: string }

/** `asksFirst`: it matters so much that an old sign-in is confirmed before anything is sent. */
type StepToTake<T extends Outcome> = { step: () => Promise<T>; asksFirst: boolean }

export type StepUp = {
  /** Takes a step; if a confirmation is wanted it is asked for, and then the step goes on by itself. Null: cancelled. */
  take: <T extends Outcome>(wanted: StepToTake<T>) => Promise<T | null>
  /** To be drawn beside what takes the steps. */
  dialog: ReactNode
}

/** Has a person confirm that it is them where a step needs it (spec section 5: the same user, by their id). */
export function useStepUp(person: Person, config: PublicConfig): StepUp {
  const [answer, setAnswer] = useState<{ tell: (isConfirmed: boolean) => void } | null>(null)
  const isConfirmed = useRef(false)

  function confirm(): Promise<boolean> {
    isConfirmed.current = false
    return new Promise((tell) => setAnswer({ tell }))
  }

  async function take<T extends Outcome>({ step, asksFirst }: StepToTake<T>): Promise<T | null> {
    if (asksFirst && needsConfirmation(person.authenticatedAt) && !(await confirm())) return null
    const outcome = await step()
    if (!isConfirmationWanted(outcome)) return outcome
    return (await confirm()) ? step() : null
  }

  const dialog = answer && (
    <ConfirmDialog
      person={person}
      config={config}
      title="Confirm that it is you"
      submit="Confirm"
      onConfirmed={async () => {
        isConfirmed.current = true
        return null
      }}
      onClose={() => {
        setAnswer(null)
        answer.tell(isConfirmed.current)
      }}
    >
      <p>It is some time since you signed in, and this needs to be you.</p>
    </ConfirmDialog>
  )
  return { take, dialog }
}
