'use client'
import { type ReactNode, useRef, useState } from 'react'
import type { Person } from '@/lib/account'
import { needsConfirmation, requiresConfirmation } from '@/lib/browser/account/confirmation'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { ConfirmDialog } from './confirm-dialog'

type Outcome = { status: string; code?: IdentityErrorCode }

/**
 * `asksFirst`: confirm an old sign-in before anything is sent. `press`: the step opens a popup, for which browsers want a
 * press of its own after a confirmation; the words of that button. `prepare` is called before that press.
 */
type StepOptions<T extends Outcome> = { step: () => Promise<T>; asksFirst: boolean } & ContinueOptions

type ContinueOptions = { press?: string | undefined; prepare?: (() => void) | undefined }

export type StepUp = {
  /** Takes a step, and asks for confirmation if it needs one. Null: cancelled. */
  perform: <T extends Outcome>(wanted: StepOptions<T>) => Promise<T | null>
  /** To be rendered by the caller. */
  dialog: ReactNode
}

/** Step-up authentication (S74: the same user, by their id). */
export function useStepUp(person: Person, config: PublicConfig): StepUp {
  const [asked, setAsked] = useState<({ id: number; isTooOld: boolean } & ContinueOptions) | null>(null)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const isConfirmed = useRef(false)

  /** All steps that wait share one dialog. */
  function confirm(isTooOld: boolean, press: ContinueOptions): Promise<boolean> {
    if (waiting.current.length === 0) {
      isConfirmed.current = false
      setAsked({ id: Date.now(), isTooOld, ...press })
    }
    return new Promise((resolve) => waiting.current.push(resolve))
  }

  function leave() {
    setAsked(null)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed.current)
  }

  async function take<T extends Outcome>({ step, asksFirst, ...press }: StepOptions<T>): Promise<T | null> {
    if (asksFirst && needsConfirmation(person.authenticatedAt) && !(await confirm(false, press))) return null
    const outcome = await step()
    if (!requiresConfirmation(outcome)) return outcome
    return (await confirm(true, press)) ? step() : null
  }

  const dialog = asked && (
    <ConfirmDialog
      key={asked.id}
      isSignInTooOld={asked.isTooOld}
      person={person}
      config={config}
      title="Confirm it’s you"
      submit="Confirm"
      press={asked.press}
      prepare={asked.prepare}
      goesOnByLink={!asked.press}
      onConfirmed={async () => {
        isConfirmed.current = true
        return null
      }}
      onClose={leave}
    >
      {person.hasPassword && person.email && <p>Enter your password to continue.</p>}
    </ConfirmDialog>
  )
  return { perform: take, dialog }
}
