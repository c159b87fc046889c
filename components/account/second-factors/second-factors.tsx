'use client'
import { type ReactNode, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import type { Person, Profile } from '@/lib/account'
import {
  type FactorChange,
  removeSecondFactor,
  startTotpEnrollment,
} from '@/lib/browser/account/second-factors'
import { failureOf } from '@/lib/browser/identity/fault'
import type { PublicConfig } from '@/lib/config/config'
import { describeSecondFactor, type SecondFactor, type SecondFactorKind } from '@/lib/identity/second-factor'
import { passkeySection, verification } from '@/lib/site/account-routes'
import { routes } from '@/lib/site/routes'
import styles from '../account.module.css'
import { credential } from '../credential'
import { describeChange, type StepError, StepMessage } from '../step-message'
import { useStepUp } from '../step-up'

type Props = { profile: Profile; person: Person; config: PublicConfig }

const addLabels: Record<SecondFactorKind, string> = {
  totp: 'Add an authenticator app',
  sms: 'Add a phone',
}

/** Lists, adds and removes the user's second factors. The forms to add them load on demand. */
export function AccountSecondFactors({ profile, person, config }: Props) {
  const stepUp = useStepUp(person, config)
  const [factors, setFactors] = useState(profile.secondFactors)
  const [addForm, setAddForm] = useState<ReactNode>(null)
  const [removing, setRemoving] = useState<SecondFactor[]>([])
  const { isBusy, problem, done, run } = useAction<StepError>(unexpectedError)
  const heading = useRef<HTMLHeadingElement>(null)
  if (config.secondFactors.length === 0 && factors.length === 0) return null
  const owner = { config, ...person }
  // After a sign-in with a passkey our server removes them, which can only remove all.
  const canOnlyRemoveAll = person.hasUsedPasskey && factors.length > 1
  const isProved = profile.emailVerified && person.isAddressProved
  const mustVerify = !isProved && config.secondFactors.length > 0

  /** The form disappears, so the focus moves to the heading. */
  function closeForm() {
    setAddForm(null)
    heading.current?.focus()
  }

  function finish(change: FactorChange & { status: 'changed' }) {
    setFactors(change.factors)
    closeForm()
    void run(async () => describeChange(change, 'Two-step verification is on.'))
  }

  async function startAdding(kind: SecondFactorKind) {
    const loaded = await import('./enrollment').catch(failureOf)
    if ('status' in loaded) return { problem: loaded }
    const props = { person, config, stepUp, onAdded: finish, onCancel: closeForm }
    if (kind === 'sms') {
      setAddForm(<loaded.PhoneForm {...props} />)
      return null
    }
    const outcome = await stepUp.perform({ step: () => startTotpEnrollment(owner) })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    setAddForm(<loaded.AuthenticatorForm {...props} enrollment={outcome.value} />)
    return null
  }

  async function remove(removing: SecondFactor[]) {
    const [factor] = removing
    if (!factor) return null
    const removeAll = person.hasUsedPasskey && credential?.removeAllSecondFactors
    const step = () => (removeAll ? removeAll(owner) : removeSecondFactor(owner, factor.id))
    const outcome = await stepUp.perform({ step })
    if (outcome?.status !== 'changed') return outcome && { problem: outcome }
    setFactors(outcome.factors)
    heading.current?.focus()
    const what =
      removing.length > 1 ? 'Two-step verification is off.' : `${describeSecondFactor(factor)} removed.`
    return describeChange(outcome, what)
  }

  return (
    <section aria-labelledby="second-factors" className={styles.block}>
      <h3 id="second-factors" ref={heading} tabIndex={-1}>
        Two-step verification
      </h3>
      <p>
        {factors.length > 0
          ? 'When you sign in, we also ask for a code from one of these.'
          : 'When you sign in, we also ask for a code from your phone, so a stolen password isn’t enough.'}
      </p>
      {factors.length > 0 && (
        <ul className={styles.list}>
          {factors.map((factor) => (
            <li key={factor.id} className={styles.entry}>
              <div>
                <strong>{describeSecondFactor(factor)}</strong>
              </div>
              {!canOnlyRemoveAll && (
                <Button
                  aria-label={`Remove ${describeSecondFactor(factor)}`}
                  isBusy={isBusy}
                  onClick={() => setRemoving([factor])}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(factors.length > 0 || !mustVerify) && (
        <RecoveryHint count={factors.length} person={person} config={config} />
      )}
      {mustVerify && !addForm && <VerificationRequired {...person} />}
      <StepMessage problem={problem} done={done} />
      {addForm && <div className="apart">{addForm}</div>}
      {canOnlyRemoveAll && (
        <div className={styles.buttons}>
          <Button
            aria-label="Turn off two-step verification"
            isBusy={isBusy}
            onClick={() => setRemoving(factors)}
          >
            Turn off
          </Button>
        </div>
      )}
      {!addForm && !mustVerify && (
        <div className={styles.buttons}>
          {config.secondFactors.map((kind) => (
            <Button key={kind} isBusy={isBusy} onClick={() => run(() => startAdding(kind))}>
              {addLabels[kind]}
            </Button>
          ))}
        </div>
      )}
      {removing.length > 0 && (
        <AlertDialog
          title={removing.length > 1 ? 'Turn off two-step verification?' : 'Remove this method?'}
          action={removing.length > 1 ? 'Turn off' : 'Remove'}
          onConfirmed={() => {
            setRemoving([])
            void run(() => remove(removing))
          }}
          onClose={() => setRemoving([])}
        >
          {describeRemoval(removing, removing.length === factors.length)}
        </AlertDialog>
      )}
      {stepUp.dialog}
    </section>
  )
}

function describeRemoval(removing: SecondFactor[], areAll: boolean): string {
  const what =
    removing.length > 1
      ? 'You signed in with a passkey, so all your methods are removed together.'
      : `${removing.map(describeSecondFactor)} will no longer work for signing in.`
  const then = areAll ? ' You’ll then sign in without a code.' : ''
  return `${what}${then} You’ll be signed out on all other devices.`
}

/** The provider requires a verified email address before adding a factor, and we one whose owner is here. */
function VerificationRequired({ email }: Person) {
  return (
    <p className={message.hint}>
      First{' '}
      {email ? (
        <a href={verification.path}>verify your email address</a>
      ) : (
        <a href={routes.accountEmail}>add an email address</a>
      )}
      .
    </p>
  )
}

type HintProps = { count: number; person: Person; config: PublicConfig }

/** How to regain access after losing the phone. */
function RecoveryHint({ count, person, config }: HintProps) {
  if (person.hasPasskey)
    return (
      <p className={message.hint}>
        If you lose your phone, sign in with a passkey, then remove the phone here.
      </p>
    )
  if (config.passkeys && count > 0)
    return (
      <p className={message.hint}>
        <a href={passkeySection.path}>Add a passkey</a> as a backup, so you can still sign in if you lose your
        phone.
      </p>
    )
  return (
    <p className={message.hint}>
      {count > 1
        ? 'If you can’t use any of these, only we can restore your access.'
        : 'Add a second method as a backup, so you can still sign in if you lose your phone.'}
    </p>
  )
}
