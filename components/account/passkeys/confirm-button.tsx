'use client'
import { useEffect, useState } from 'react'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { passkeyConfirmation } from '@/lib/browser/account/passkey-confirmation'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { accountNextSteps } from '../step-message'

type Props = { config: PublicConfig; userId: string; isBusy: boolean; onSignedIn: () => void }

/** Confirms with a passkey of the signed-in user. */
export function PasskeyConfirmButton({ config, userId, isBusy, onSignedIn }: Props) {
  const action = useAction<IdentityError>(unexpectedError)
  const [{ prepare, confirm, stop }] = useState(() => passkeyConfirmation({ config, userId }))

  // Closes the prompt with the dialog.
  useEffect(() => stop, [stop])

  async function press() {
    const outcome = await confirm()
    if (outcome?.status === 'signed-in') onSignedIn()
    return outcome?.status === 'failed' ? { problem: outcome } : null
  }

  return (
    <div className={form.form}>
      <Button
        isBusy={isBusy || action.isBusy}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={() => action.run(press)}
      >
        {action.isBusy ? 'Waiting for your passkey…' : 'Use a passkey'}
      </Button>
      <IdentityAlert problem={action.problem} nextSteps={accountNextSteps} />
    </div>
  )
}
