'use client'
import { useRef, useState } from 'react'
import type { Person } from '@/lib/account'
import { isConfirmationError, needsConfirmation } from '@/lib/browser/account/confirmation'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { ConfirmDialog } from './confirm-dialog'

type Outcome = { status: string; code?: IdentityErrorCode }

/**
 * `confirmFirst`, by default: confirm an old sign-in before sending anything. `continueLabel`: the step opens a popup, for
 * which browsers require another press after the confirmation; this is that button's label. `prepare` is called before it.
 */
type StepOptions<T extends Outcome> = { step: () => Promise<T>; confirmFirst?: boolean } & ContinueOptions

type ContinueOptions = { continueLabel?: string | undefined; prepare?: (() => void) | undefined }

export type StepUp = ReturnType<typeof useStepUp>

/** Step-up authentication (S74: the same user, by their ID). The caller renders `dialog`. */
export function useStepUp(person: Person, config: PublicConfig) {
  const [request, setRequest] = useState<({ id: number; isTooOld: boolean } & ContinueOptions) | null>(null)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const isConfirmed = useRef(false)

  /** Waiting steps share one dialog. */
  function confirm(isTooOld: boolean, options: ContinueOptions): Promise<boolean> {
    if (waiting.current.length === 0) {
      isConfirmed.current = false
      setRequest({ id: Date.now(), isTooOld, ...options })
    }
    return new Promise((resolve) => waiting.current.push(resolve))
  }

  function close() {
    setRequest(null)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed.current)
  }

  /** Performs a step, after a confirmation if it needs one. Null: cancelled. */
  async function perform<T extends Outcome>({ step, confirmFirst = true, ...options }: StepOptions<T>) {
    const mustConfirm = confirmFirst && needsConfirmation(person.authenticatedAt)
    if (mustConfirm && !(await confirm(false, options))) return null
    const outcome = await step()
    if (!isConfirmationError(outcome)) return outcome
    return (await confirm(true, options)) ? step() : null
  }

  const dialog = request && (
    <ConfirmDialog
      key={request.id}
      isSignInTooOld={request.isTooOld}
      person={person}
      config={config}
      title="Confirm it’s you"
      submitLabel="Confirm"
      continueLabel={request.continueLabel}
      prepare={request.prepare}
      continuesOnSignIn={!request.continueLabel}
      onConfirmed={async () => {
        isConfirmed.current = true
        return null
      }}
      onClose={close}
    >
      {person.hasPassword && person.email && <p>Enter your password to continue.</p>}
    </ConfirmDialog>
  )
  return { perform, dialog }
}
