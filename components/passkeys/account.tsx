'use client'
/** What passkeys are to the account's other parts. */
import { useEffect, useState } from 'react'
import { accountNextSteps } from '@/components/account/step-message'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import type { ConfirmButtonProps } from '@/components/rooms/account'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { passkeyConfirmation } from '@/lib/browser/passkeys/confirmation'
import type { IdentityError } from '@/lib/identity/error-words'

export { hasUsablePasskey as hasUsable, removeAllSecondFactors } from '@/lib/browser/passkeys/account'

/** Confirms with a passkey of the signed-in user. */
export function ConfirmButton({ config, userId, isBusy, onSignedIn }: ConfirmButtonProps) {
  const action = useAction<IdentityError>(unexpectedError)
  const [{ prepare, press, stop }] = useState(() => passkeyConfirmation({ config, userId }))

  // Closes the prompt with the dialog.
  useEffect(() => stop, [stop])

  async function confirm() {
    const outcome = await press()
    if (outcome.status === 'signed-in') onSignedIn()
    return outcome.status === 'failed' ? { problem: outcome } : null
  }

  return (
    <div className={form.form}>
      <Button
        isBusy={isBusy || action.isBusy}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={() => action.run(confirm)}
      >
        {action.isBusy ? 'Waiting for your passkey…' : 'Use a passkey'}
      </Button>
      <IdentityAlert problem={action.problem} nextSteps={accountNextSteps} />
    </div>
  )
}
