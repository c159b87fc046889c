'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import type { Person } from '@/lib/account'
import { sendVerification } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import { verification } from '@/lib/site/account-routes'
import styles from './account.module.css'
import { accountNextSteps } from './step-message'
import { useStepUp } from './step-up'

type Props = { email: string; person: Person; config: PublicConfig }

/** Sends the verification email. Reloads the account when the user returns to this tab. */
export function EmailVerification({ email, person, config }: Props) {
  const { perform, dialog } = useStepUp(person, config)
  const [isLinkSent, setLinkSent] = useState(false)
  const router = useRouter()

  // The link opens in another tab.
  useEffect(() => {
    if (!isLinkSent) return
    const refresh = () => document.visibilityState === 'visible' && router.refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [isLinkSent, router])

  async function verify() {
    const step = () => sendVerification({ config, ...person })
    const outcome = await perform({ step, confirmFirst: false })
    if (outcome?.status === 'done') setLinkSent(true)
    return outcome
  }

  return (
    <div id={verification.id} className={styles.mail}>
      <MailButton
        config={config}
        label="Send verification email"
        answer={`We’ve sent a link to ${email}. Open it to verify your email address.`}
        send={verify}
        nextSteps={accountNextSteps}
      />
      {dialog}
    </div>
  )
}
