'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { leaveFor } from '@/components/ui/action'
import button from '@/components/ui/button.module.css'
import type { Person } from '@/lib/account'
import { watchForNewSignIn } from '@/lib/browser/account/account'
import { requestMail } from '@/lib/browser/email-link/links'
import { endForNewSignIn, stillSignedIn } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { type StepProblem, waysOfAccount } from './step-message'

type Props = {
  person: Person
  config: PublicConfig
  /** There is no password, so these are the only ways. */
  isAlone: boolean
  isBusy: boolean
  /** Runs the work as the dialog's action. */
  run: (work: () => Promise<StepProblem | null>) => void
  /** Signed in again in another tab of this browser. */
  onSignedIn: () => void
}

/** Confirms without a password: by a link used in another tab, or by a new sign-in. */
export function OtherProof({ person, config, isAlone, isBusy, run, onSignedIn }: Props) {
  const { email, userId } = person
  const [isLinkSent, setLinkSent] = useState(false)

  const goOn = useEffectEvent(onSignedIn)
  useEffect(
    () => (isLinkSent ? watchForNewSignIn({ config, userId }, goOn) : undefined),
    [isLinkSent, config, userId],
  )

  async function sendLink(address: string) {
    const outcome = await requestMail(config, { kind: 'sign-in', email: address, next: routes.account })
    if (outcome.status === 'done') setLinkSent(true)
    return outcome
  }

  async function signInAgain(): Promise<StepProblem> {
    if (!(await endForNewSignIn(config))) return { words: stillSignedIn }
    return leaveFor(routes.loginThen(routes.account))
  }

  return (
    <div className={styles.others}>
      {email && (
        <MailButton
          config={config}
          label={isAlone ? 'Email me a link' : 'No password? Email me a link'}
          answer={`A link is on its way to ${email}. Open it in this browser and sign in there, then come back here.`}
          send={() => sendLink(email)}
          ways={waysOfAccount}
        />
      )}
      <button type="button" className={button.text} aria-disabled={isBusy} onClick={() => run(signInAgain)}>
        {isAlone && !email ? 'Sign in again' : 'Sign in again instead'}
      </button>
    </div>
  )
}
