'use client'
import { useRef, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { unexpectedError } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { PasswordField } from '@/components/identity/password-field'
import { ProviderButton, ProviderMessage, useProviderAttempt } from '@/components/identity/provider-button'
import { useChallenge } from '@/components/second-factor/second-factor'
import { type ActionOutcome, leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmailAddress } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { Person } from '@/lib/account'
import {
  confirmByNewSignIn,
  confirmByPassword,
  confirmByProvider,
  isConfirmationError,
  needsConfirmation,
} from '@/lib/browser/account/confirmation'
import { requestMail } from '@/lib/browser/email-link/links'
import { invalidInput } from '@/lib/browser/identity/input'
import { endSession, signOutFailed } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError, IdentityErrorCode } from '@/lib/identity/error-words'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { credential } from './credential'
import { accountNextSteps, type StepError, useStepFormError } from './step-message'

type Outcome = { status: string; code?: IdentityErrorCode }

/** `confirmFirst`, by default: confirm an old sign-in before sending anything. */
type StepOptions<T extends Outcome> = { step: () => Promise<T>; confirmFirst?: boolean }

export type StepUp = ReturnType<typeof useStepUp>

/** Step-up authentication (S74: the same user, by their ID). The caller renders `dialog`. */
export function useStepUp(person: Person, config: PublicConfig) {
  const [close, setClose] = useState<((isConfirmed: boolean) => void) | null>(null)
  const confirming = useRef<Promise<boolean>>(null)

  /** False: cancelled. Waiting steps share one dialog. */
  function confirm(): Promise<boolean> {
    confirming.current ??= new Promise<boolean>((resolve) => setClose(() => resolve)).finally(() => {
      confirming.current = null
      setClose(null)
    })
    return confirming.current
  }

  /** Confirms a sign-in that is too old. False: cancelled. */
  async function confirmIfOld(): Promise<boolean> {
    return !needsConfirmation(person.authenticatedAt) || confirm()
  }

  /** Performs a step, after a confirmation if it needs one. Null: cancelled. */
  async function perform<T extends Outcome>({ step, confirmFirst = true }: StepOptions<T>) {
    if (confirmFirst && !(await confirmIfOld())) return null
    const outcome = await step()
    if (!isConfirmationError(outcome)) return outcome
    return (await confirm()) ? step() : null
  }

  /**
   * Performs a step that opens a window, for which browsers require a press of its own: after a confirmation it only tells
   * that it can be pressed again. Null: cancelled.
   */
  async function performOnPress<T extends Outcome>(step: () => Promise<T>) {
    const outcome = needsConfirmation(person.authenticatedAt) ? null : await step()
    if (outcome && !isConfirmationError(outcome)) return outcome
    return (await confirm()) ? pressAgain : null
  }

  const dialog = close && <ConfirmDialog person={person} config={config} onClose={close} />
  return { perform, performOnPress, confirmIfOld, dialog }
}

const pressAgain = { status: 'confirmed', words: 'Thanks, you can continue now.' } as const

type Props = { person: Person; config: PublicConfig; onClose: (isConfirmed: boolean) => void }

/**
 * Asks for the signed-in account's password. A passkey, a provider's popup, a sign-in link used in another tab or a new
 * sign-in will do, too, but no other account. Escape and Cancel return to the form, which keeps what was typed.
 */
function ConfirmDialog({ person, config, onClose }: Props) {
  const { isBusy, problem, run, formProps } = useAction<StepError>(unexpectedError)
  const challenge = useChallenge()
  const error = useStepFormError(problem)
  const canUsePasskey = usePasskeySupport() && config.passkeys && person.hasPasskey
  const email = person.hasPassword ? person.email : null

  async function confirmBy(
    confirmation: Promise<{ status: string } | ({ status: 'failed' } & IdentityError)>,
  ): Promise<ActionOutcome<StepError>> {
    const outcome = await confirmation
    if ('code' in outcome) return { problem: isWrongPassword(outcome.code) ? wrongPassword : outcome }
    onClose(true)
    return null
  }

  const cancel = (
    <Button isBusy={isBusy} onClick={() => onClose(false)}>
      Cancel
    </Button>
  )
  return (
    <Dialog
      title="Confirm it’s you"
      isBusy={isBusy}
      presence={challenge ? 'hidden' : 'modal'}
      onClose={() => onClose(false)}
    >
      <p>
        {email
          ? 'Enter your password to continue.'
          : `This account has no password. ${describeOtherMethods(person, config, canUsePasskey)}`}
      </p>
      {email && (
        <form
          {...formProps(
            (formData) =>
              confirmBy(
                confirmByPassword(config, {
                  providerUserId: person.providerUserId,
                  email,
                  password: String(formData.get('password')),
                }),
              ),
            invalidInput,
          )}
          className={form.form}
        >
          <p className={message.who}>
            Signed in as{' '}
            <strong>
              <EmailAddress email={email} />
            </strong>
          </p>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Current password" isNew={false} error={error} />
          <div className={`row ${form.actions}`}>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'One moment…' : 'Confirm'}
            </Button>
            {cancel}
          </div>
          {error.at('form')}
        </form>
      )}
      <OtherConfirmations
        person={person}
        config={config}
        isPasswordless={!email}
        canUsePasskey={canUsePasskey}
        isBusy={isBusy}
        run={run}
        onLinkUsed={() => run(() => confirmBy(confirmByNewSignIn({ config, ...person })))}
        onSignedIn={() => onClose(true)}
      />
      {!email && (
        <div className={`${form.form} apart`}>
          <div className={`row ${form.actions}`}>{cancel}</div>
          {error.at('form')}
        </div>
      )}
    </Dialog>
  )
}

function describeOtherMethods(
  { providers, email }: Person,
  { signInLinks }: PublicConfig,
  canUsePasskey: boolean,
): string {
  if (canUsePasskey) return 'Use a passkey, or another way below.'
  if (providers.length > 0) return 'Confirm with an account you use to sign in.'
  if (email && signInLinks) return 'We can email you a sign-in link to open in this browser instead.'
  return 'Sign in again, then come back here.'
}

const wrongPassword = { words: 'Wrong password.', field: 'password' } as const

/** The address is known, so only the password can be wrong. */
function isWrongPassword(code: IdentityErrorCode): boolean {
  return code === 'invalid-credential' || code === 'wrong-password'
}

type OtherProps = Omit<Props, 'onClose'> & {
  /** The account has no password, so these are the only methods. */
  isPasswordless: boolean
  canUsePasskey: boolean
  isBusy: boolean
  /** Runs the work as the dialog's action. */
  run: (work: () => Promise<ActionOutcome<StepError>>) => void
  onLinkUsed: () => void
  /** Signed in again by passkey or in a popup. */
  onSignedIn: () => void
}

/** Confirms without a password: by a passkey, a provider's popup, a link used in another tab, or a new sign-in. */
function OtherConfirmations(props: OtherProps) {
  const { person, config, isPasswordless, canUsePasskey, isBusy, run, onLinkUsed, onSignedIn } = props
  const email = config.signInLinks ? person.email : null
  const [isLinkSent, setLinkSent] = useState(false)
  const { attempt, follow } = useProviderAttempt()

  async function confirmWith(provider: Provider) {
    const work = () => confirmByProvider({ config, ...person }, provider)
    const outcome = await follow({ provider, waitsFor: 'popup' }, work)
    if (outcome?.status === 'signed-in') onSignedIn()
  }

  async function sendLink(address: string) {
    const outcome = await requestMail(config, { kind: 'sign-in', email: address, next: routes.account })
    if (outcome.status === 'done') setLinkSent(true)
    return outcome
  }

  async function signInAgain(): Promise<ActionOutcome<StepError>> {
    if (!(await endSession(config, 'ended'))) return { problem: { words: signOutFailed } }
    return leaveFor(routes.loginThen(routes.account))
  }

  return (
    <div className={`${form.form} apart ${isPasswordless ? '' : styles.besides}`}>
      {canUsePasskey && credential && (
        <credential.ConfirmButton
          config={config}
          userId={person.userId}
          isBusy={isBusy}
          onSignedIn={onSignedIn}
        />
      )}
      {person.providers.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          isBusy={isBusy}
          onClick={() => confirmWith(provider)}
        >
          Confirm with {providerNames[provider]}
        </ProviderButton>
      ))}
      {person.providers.length > 0 && <ProviderMessage attempt={attempt} nextSteps={accountNextSteps} />}
      {email && (
        <MailButton
          config={config}
          label={isPasswordless ? 'Email me a sign-in link' : 'Use a sign-in link instead'}
          answer={`We’ve sent a link to ${email}. Open it in this browser and sign in, then come back here.`}
          send={() => sendLink(email)}
          nextSteps={accountNextSteps}
        />
      )}
      {isLinkSent && (
        <Button look={isPasswordless ? 'primary' : 'quiet'} isBusy={isBusy} onClick={onLinkUsed}>
          I’ve signed in
        </Button>
      )}
      <Button look="text" isBusy={isBusy} onClick={() => run(signInAgain)}>
        {isPasswordless && !email ? 'Sign in again' : 'Sign in again instead'}
      </Button>
    </div>
  )
}
