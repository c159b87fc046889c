'use client'
import { AlertDialog } from '@/components/ui/alert-dialog'
import message from '@/components/ui/message.module.css'
import type { Person } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import { describeSecondFactor, type SecondFactor } from '@/lib/identity/second-factor'
import { passkeySection } from '@/lib/site/account-routes'

type RemovalProps = {
  removing: SecondFactor[]
  isLast: boolean
  onConfirmed: () => void
  onClose: () => void
}

/** Asks before removing one method, or all. */
export function RemoveFactorDialog({ removing, isLast, onConfirmed, onClose }: RemovalProps) {
  const [factor] = removing
  const areSeveral = removing.length > 1
  return (
    <AlertDialog
      title={areSeveral ? 'Turn off two-step verification?' : 'Remove this method?'}
      action={areSeveral ? 'Turn off' : 'Remove'}
      onConfirmed={onConfirmed}
      onClose={onClose}
    >
      {factor && !areSeveral && (
        <span>{describeSecondFactor(factor)} will no longer work for signing in. </span>
      )}
      {areSeveral && <span>You signed in with a passkey, so all your methods are removed together. </span>}
      {isLast && <span>You’ll then sign in without a code. </span>}
      You’ll be signed out on all other devices.
    </AlertDialog>
  )
}

type HintProps = { count: number; person: Person; config: PublicConfig }

/** How to regain access after losing the phone. */
export function RecoveryHint({ count, person, config }: HintProps) {
  if (person.hasPasskey)
    return <p className={message.hint}>If you lose your phone, sign in with a passkey and remove it here.</p>
  if (config.passkeys && count > 0)
    return (
      <p className={message.hint}>
        <a href={passkeySection.path}>Add a passkey</a>, too: if you lose your phone, you can still sign in
        with it and remove the phone here. Otherwise only we can restore your access.
      </p>
    )
  return (
    <p className={message.hint}>
      {count === 1
        ? 'Add another method in case you lose your phone. Otherwise only we can restore your access.'
        : 'If you lose your phone and have no other method, only we can restore your access.'}
    </p>
  )
}
