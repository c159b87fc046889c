'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { PasswordField } from '@/components/identity/password-field'
import { useChallenge } from '@/components/second-factor/challenge'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button, type Look } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmailAddress } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { Person } from '@/lib/account'
import {
  confirmByPassword,
  needsConfirmation,
  requiresConfirmation,
} from '@/lib/browser/account/confirmation'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import styles from './account.module.css'
import { OtherConfirmations } from './other-confirmations'
import { isErrorAbout, type StepError, StepErrorMessage } from './step-message'

type Props = {
  person: Person
  config: PublicConfig
  title: string
  submit: string
  look?: Look
  /** What the button says after the confirmation, if the step needs a press of its own. */
  press?: string | undefined
  /** Called when that press is due. */
  prepare?: (() => void) | undefined
  /** Whether signing in by link is enough; otherwise the button must still be pressed. */
  goesOnByLink: boolean
  /** According to the provider or our server, whatever this page's clock says. */
  isSignInTooOld: boolean
  children: ReactNode
  /** A problem keeps the dialog open. */
  onConfirmed: () => Promise<StepError | null>
  onClose: () => void
}

/**
 * Asks for the password of the signed-in account and no other. A passkey, a popup of their provider, a
 * link used in another tab or a new sign-in will do, too. Escape and Cancel return to the form, which keeps what was typed.
 */
export function ConfirmDialog(props: Props) {
  const { person, config, title, submit, look = 'primary', press, goesOnByLink } = props
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
  const passwordOf = person.hasPassword && !hasSignedIn ? email : null
  const mustSignIn = !passwordOf && !hasSignedIn && (isTooOld || needsConfirmation(person.authenticatedAt))

  useEffect(() => {
    if (hasSignedIn) submitButton.current?.focus()
  }, [hasSignedIn])

  // The pressed button is gone, and the focus with it: it moves to what to do instead.
  useEffect(() => {
    if (mustSignIn && wasRefused.current) reason.current?.focus()
  }, [mustSignIn])

  async function attempt(work: () => Promise<StepError | null>): Promise<ActionOutcome<StepError>> {
    const found = await work()
    if (found === null) onClose()
    if (found === null || !('code' in found) || !requiresConfirmation(found))
      return found && { problem: found }
    wasRefused.current = true
    hasConfirmed.current = false
    setSignedIn(false)
    setTooOld(true)
    // Without a password, the text below says what to do.
    return person.hasPassword && email ? { problem: found } : null
  }

  async function prove(password: string): Promise<StepError | null> {
    // Not asked again on the next try: the account may be gone by then, and its password with it.
    if (!passwordOf || hasConfirmed.current) return null
    const outcome = await confirmByPassword(config, { userId, email: passwordOf, password })
    if (outcome.status === 'failed') return isWrongPassword(outcome.code) ? wrongPassword : outcome
    hasConfirmed.current = true
    return null
  }

  async function submitted(password: string): Promise<ActionOutcome<StepError>> {
    const found = await prove(password)
    if (found || !press || !passwordOf) return attempt(async () => found ?? onConfirmed())
    handleConfirmed()
    return null
  }

  function handleConfirmed() {
    setSignedIn(true)
    prepare?.()
  }

  function handleSignIn() {
    handleConfirmed()
    if (goesOnByLink) void run(() => attempt(onConfirmed))
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
      <form {...formProps((typed) => submitted(String(typed.get('password'))))} className={form.form}>
        {passwordOf && (
          <>
            <p className={message.who}>
              Signed in as{' '}
              <strong>
                <EmailAddress email={passwordOf} />
              </strong>
            </p>
            <input type="text" name="username" autoComplete="username" value={passwordOf} readOnly hidden />
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
              {isBusy ? 'One moment…' : (hasSignedIn && press) || submit}
            </Button>
            {cancel}
          </div>
        )}
      </form>
      {(passwordOf || mustSignIn) && (
        <OtherConfirmations
          person={person}
          config={config}
          isAlone={mustSignIn}
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
