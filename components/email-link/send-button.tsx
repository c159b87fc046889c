'use client'
import { useId, useState } from 'react'
import { IdentityProblem, type Ways } from '@/components/identity/identity-problem'
import button from '@/components/ui/button.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { CoolDownReason, useCoolDown } from './cool-down'
import styles from './email-link.module.css'
import { MailAnswer } from './sent'

type Sending = { status: 'done' } | ({ status: 'failed' } & Problem)

/** `send` answers null if the person thought better of it. */
type Props = {
  config: PublicConfig
  label: string
  answer: string
  send: () => Promise<Sending | null>
  ways?: Ways
}

/** Has a message sent to an address that is known, and says what came of it. */
export function MailButton({ config, label, answer, send, ways = {} }: Props) {
  const isHydrated = useHydrated()
  const coolDown = useCoolDown()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSent, setSent] = useState(false)
  const reasonId = useId()
  const isCooling = coolDown.secondsLeft > 0

  async function press() {
    if (isBusy || isCooling) return
    setBusy(true)
    setProblem(null)
    setSent(false)
    const outcome = await send()
    setBusy(false)
    if (outcome === null) return
    if (outcome.status === 'failed') return setProblem(outcome)
    setSent(true)
    coolDown.begin()
  }

  return (
    <div className={styles.form}>
      <div role="alert">{problem && <IdentityProblem problem={problem} ways={ways} />}</div>
      <button
        type="button"
        className={button.quiet}
        disabled={!isHydrated}
        aria-disabled={isBusy || isCooling}
        aria-describedby={reasonId}
        onClick={press}
      >
        {isBusy ? 'Sending…' : label}
      </button>
      <CoolDownReason id={reasonId} secondsLeft={coolDown.secondsLeft} />
      <MailAnswer config={config} words={isSent ? answer : null} />
    </div>
  )
}
