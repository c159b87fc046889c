'use client'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { unexpectedError } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { PasswordField } from '@/components/identity/password-field'
import { ProviderButton, ProviderMessage, useProviderAttempt } from '@/components/identity/provider-button'
import { useChallenge } from '@/components/second-factor/second-factor'
import { type ActionOutcome, leaveFor, useAction } from '@/components/ui/action'
import { Button, type Look } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmailAddress } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { Person } from '@/lib/account'
import {
  confirmByPassword,
  confirmByProvider,
  isConfirmationError,
  needsConfirmation,
  watchForNewSignIn,
} from '@/lib/browser/account/confirmation'
import { requestMail } from '@/lib/browser/email-link/links'
import { endSession, signOutFailed } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { credential } from './credential'
import { accountNextSteps, isErrorAbout, type StepError, StepErrorMessage } from './step-message'

type Props = {
  person: Person
  config: PublicConfig
  title: string
  submitLabel: string
  look?: Look
  /** The button's label after the confirmation, if the step needs another press. */
  continueLabel?: string | undefined
  /** Called before that press. */
  prepare?: (() => void) | undefined
  /** Whether a confirmation without the password continues immediately; otherwise the button must still be pressed. */
  continuesOnSignIn: boolean
  /** According to the provider or our server, regardless of this page's clock. */
  isSignInTooOld: boolean
  children: ReactNode
  /** A problem keeps the dialog open. */
  onConfirmed: () => Promise<StepError | null>
  onClose: () => void
}

/**
 * Asks for the signed-in account's password. A passkey, a provider's popup, a sign-in link used in another tab or a new
 * sign-in will do, too, but no other account. Escape and Cancel return to the form, which keeps what was typed.
 */
export function ConfirmDialog(props: Props) {
  const { person, config, title, submitLabel, look = 'primary', continueLabel, continuesOnSignIn } = props
  const { isSignInTooOld, children, prepare, onConfirmed, onClose } = props
  const { isBusy, problem, run, formProps } = useAction<StepError>(unexpectedError)
  const submitButton = useRef<HTMLButtonElement>(null)
  const reason = useRef<HTMLParagraphElement>(null)
  const challenge = useChallenge()
  const messageId = useId()
  const canUsePasskey = usePasskeySupport() && config.passkeys && person.hasPasskey
  const [hasSignedIn, setSignedIn] = useState(false)
  const [isTooOld, setTooOld] = useState(isSignInTooOld)
  const hasConfirmed = useRef(false)
  const wasRefused = useRef(false)
  const { email, userId } = person
  const passwordEmail = person.hasPassword && !hasSignedIn ? email : null
  const mustSignIn = !passwordEmail && !hasSignedIn && (isTooOld || needsConfirmation(person.authenticatedAt))

  useEffect(() => {
    if (hasSignedIn) submitButton.current?.focus()
  }, [hasSignedIn])

  // The focused button is gone, so the focus moves to the instructions.
  useEffect(() => {
    if (mustSignIn && wasRefused.current) reason.current?.focus()
  }, [mustSignIn])

  async function attempt(work: () => Promise<StepError | null>): Promise<ActionOutcome<StepError>> {
    const problem = await work()
    if (problem === null) onClose()
    if (problem === null || !('code' in problem) || !isConfirmationError(problem))
      return problem && { problem }
    wasRefused.current = true
    hasConfirmed.current = false
    setSignedIn(false)
    setTooOld(true)
    // Without a password, the text below says what to do.
    return person.hasPassword && email ? { problem } : null
  }

  async function confirmPassword(password: string): Promise<StepError | null> {
    // Confirmed once only: by the next attempt the account may be deleted, and its password with it.
    if (!passwordEmail || hasConfirmed.current) return null
    const outcome = await confirmByPassword(config, { userId, email: passwordEmail, password })
    if (outcome.status === 'failed') return isWrongPassword(outcome.code) ? wrongPassword : outcome
    hasConfirmed.current = true
    return null
  }

  async function submit(password: string): Promise<ActionOutcome<StepError>> {
    const problem = await confirmPassword(password)
    if (problem || !continueLabel || !passwordEmail) return attempt(async () => problem ?? onConfirmed())
    handleConfirmed()
    return null
  }

  function handleConfirmed() {
    setSignedIn(true)
    prepare?.()
  }

  function handleSignIn() {
    handleConfirmed()
    if (continuesOnSignIn) void run(() => attempt(onConfirmed))
  }

  const cancel = (
    <Button isBusy={isBusy} onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <Dialog title={title} isBusy={isBusy} presence={challenge ? 'hidden' : 'modal'} onClose={onClose}>
      {children}
      <div role="alert" id={messageId}>
        {problem && <StepErrorMessage problem={problem} />}
      </div>
      <div role="status">{hasSignedIn && <p>Thanks, you can continue now.</p>}</div>
      <form {...formProps((formData) => submit(String(formData.get('password'))))} className={form.form}>
        {passwordEmail && (
          <>
            <p className={message.who}>
              Signed in as{' '}
              <strong>
                <EmailAddress email={passwordEmail} />
              </strong>
            </p>
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={passwordEmail}
              readOnly
              hidden
            />
            <PasswordField
              label="Current password"
              isNew={false}
              isInvalid={isErrorAbout('password', problem)}
              messageId={messageId}
            />
          </>
        )}
        {mustSignIn && (
          <p ref={reason} tabIndex={-1}>
            This account has no password. {describeOtherMethods(person, canUsePasskey)}
          </p>
        )}
        {!mustSignIn && (
          <div className={form.actions}>
            <Button ref={submitButton} type="submit" look={look} isBusy={isBusy}>
              {isBusy ? 'One moment…' : (hasSignedIn && continueLabel) || submitLabel}
            </Button>
            {cancel}
          </div>
        )}
      </form>
      {(passwordEmail || mustSignIn) && (
        <OtherConfirmations
          person={person}
          config={config}
          isPasswordless={mustSignIn}
          canUsePasskey={canUsePasskey}
          isBusy={isBusy}
          run={(work) => run(() => attempt(work))}
          onSignedIn={handleSignIn}
        />
      )}
      {mustSignIn && <div className={`${form.actions} ${styles.apart}`}>{cancel}</div>}
    </Dialog>
  )
}

function describeOtherMethods({ providers, email }: Person, canUsePasskey: boolean): string {
  if (canUsePasskey) return 'Use a passkey, or another way below.'
  if (providers.length > 0) return 'Confirm with an account you use to sign in.'
  if (email) return 'We can email you a sign-in link to open in this browser instead.'
  return 'Sign in again, then come back here.'
}

const wrongPassword = { words: 'Wrong password.', field: 'password' } as const

/** The address is known, so only the password can be wrong. */
function isWrongPassword(code: IdentityErrorCode): boolean {
  return code === 'invalid-credential' || code === 'wrong-password'
}

type OtherProps = {
  person: Person
  config: PublicConfig
  /** The account has no password, so these are the only methods. */
  isPasswordless: boolean
  canUsePasskey: boolean
  isBusy: boolean
  /** Runs the work as the dialog's action. */
  run: (work: () => Promise<StepError | null>) => void
  /** Signed in again by passkey, in a popup or in another tab of this browser. */
  onSignedIn: () => void
}

/** Confirms without a password: by a passkey, a provider's popup, a link used in another tab, or a new sign-in. */
function OtherConfirmations({
  person,
  config,
  isPasswordless,
  canUsePasskey,
  isBusy,
  run,
  onSignedIn,
}: OtherProps) {
  const { email, userId } = person
  const [isLinkSent, setLinkSent] = useState(false)
  const { attempt, follow } = useProviderAttempt()

  const continueStep = useEffectEvent(onSignedIn)
  useEffect(
    () => (isLinkSent ? watchForNewSignIn({ config, userId }, continueStep) : undefined),
    [isLinkSent, config, userId],
  )

  async function confirmWith(provider: Provider) {
    const work = () => confirmByProvider({ config, userId }, provider)
    const outcome = await follow({ provider, waitsFor: 'popup' }, work)
    if (outcome?.status === 'signed-in') onSignedIn()
  }

  async function sendLink(address: string) {
    const outcome = await requestMail(config, { kind: 'sign-in', email: address, next: routes.account })
    if (outcome.status === 'done') setLinkSent(true)
    return outcome
  }

  async function signInAgain(): Promise<StepError> {
    if (!(await endSession(config, 'ended'))) return { words: signOutFailed }
    return leaveFor(routes.loginThen(routes.account))
  }

  return (
    <div className={`${form.form} ${styles.apart} ${isPasswordless ? '' : styles.besides}`}>
      {canUsePasskey && credential && (
        <credential.ConfirmButton config={config} userId={userId} isBusy={isBusy} onSignedIn={onSignedIn} />
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
      <Button look="text" isBusy={isBusy} onClick={() => run(signInAgain)}>
        {isPasswordless && !email ? 'Sign in again' : 'Sign in again instead'}
      </Button>
    </div>
  )
}
