'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { ProviderMessage, useProviderAttempt } from '@/components/identity/provider-attempt'
import { ProviderButton } from '@/components/identity/provider-button'
import { leaveFor } from '@/components/ui/action'
import button from '@/components/ui/button.module.css'
import type { Person } from '@/lib/account'
import { confirmByProvider, watchForNewSignIn } from '@/lib/browser/account/confirmation'
import { requestMail } from '@/lib/browser/email-link/links'
import { endForNewSignIn, signOutFailed } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { PasskeyConfirmButton } from './passkeys/confirm-button'
import { accountNextSteps, type StepError } from './step-message'

type Props = {
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
export function OtherConfirmations({
  person,
  config,
  isPasswordless,
  canUsePasskey,
  isBusy,
  run,
  onSignedIn,
}: Props) {
  const { email, userId } = person
  const [isLinkSent, setLinkSent] = useState(false)
  const { attempt, follow } = useProviderAttempt()
  const isUnmounted = useRef(false)

  const continueStep = useEffectEvent(onSignedIn)
  useEffect(
    () => (isLinkSent ? watchForNewSignIn({ config, userId }, continueStep) : undefined),
    [isLinkSent, config, userId],
  )

  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  /** A popup or a passkey's prompt may outlast the dialog. */
  function handleSignIn() {
    if (!isUnmounted.current) onSignedIn()
  }

  async function confirmWith(provider: Provider) {
    const work = () => confirmByProvider({ config, userId }, provider)
    const outcome = await follow({ provider, waitsFor: 'popup' }, work)
    if (outcome?.status === 'signed-in') handleSignIn()
  }

  async function sendLink(address: string) {
    const outcome = await requestMail(config, { kind: 'sign-in', email: address, next: routes.account })
    if (outcome.status === 'done') setLinkSent(true)
    return outcome
  }

  async function signInAgain(): Promise<StepError> {
    if (!(await endForNewSignIn(config))) return { words: signOutFailed }
    return leaveFor(routes.loginThen(routes.account))
  }

  return (
    <div className={`${styles.others} ${isPasswordless ? '' : styles.besides}`}>
      {canUsePasskey && (
        <PasskeyConfirmButton config={config} userId={userId} isBusy={isBusy} onSignedIn={handleSignIn} />
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
      <button type="button" className={button.text} aria-disabled={isBusy} onClick={() => run(signInAgain)}>
        {isPasswordless && !email ? 'Sign in again' : 'Sign in again instead'}
      </button>
    </div>
  )
}
