'use client'
import { type ReactNode, useRef, useState } from 'react'
import type { Person } from '@/lib/account'
import { isConfirmationWanted, needsConfirmation } from '@/lib/browser/account/confirmation'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { ConfirmDialog } from './confirm-dialog'

type Outcome = { status: string; code?: IdentityErrorCode }

/** `asksFirst`: confirm an old sign-in before anything is sent. */
type StepToTake<T extends Outcome> = { step: () => Promise<T>; asksFirst: boolean }

export type StepUp = {
  /** Takes a step, and asks for confirmation if it needs one. Null: cancelled. */
  take: <T extends Outcome>(wanted: StepToTake<T>) => Promise<T | null>
  /** To be rendered by the caller. */
  dialog: ReactNode
}

/** Step-up authentication (spec section 5: the same user, by their id). */
export function useStepUp(person: Person, config: PublicConfig): StepUp {
  const [asked, setAsked] = useState<{ id: number; isTooOld: boolean } | null>(null)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const isConfirmed = useRef(false)

  /** All steps that wait share one dialog. */
  function confirm(isTooOld: boolean): Promise<boolean> {
    if (waiting.current.length === 0) {
      isConfirmed.current = false
      setAsked({ id: Date.now(), isTooOld })
    }
    return new Promise((resolve) => waiting.current.push(resolve))
  }

  function leave() {
    setAsked(null)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed.current)
  }

  async function take<T extends Outcome>({ step, asksFirst }: StepToTake<T>): Promise<T | null> {
    if (asksFirst && needsConfirmation(person.authenticatedAt) && !(await confirm(false))) return null
    const outcome = await step()
    if (!isConfirmationWanted(outcome)) return outcome
    return (await confirm(true)) ? step() : null
  }

  const dialog = asked && (
    <ConfirmDialog
      key={asked.id}
      isSignInTooOld={asked.isTooOld}
      person={person}
      config={config}
      title="Confirm that it is you"
      submit="Confirm"
      goesOnByLink
      onConfirmed={async () => {
        isConfirmed.current = true
        return null
      }}
      onClose={leave}
    >
      <p>It is some time since you signed in, and this needs to be you.</p>
    </ConfirmDialog>
  )
  return { take, dialog }
}
