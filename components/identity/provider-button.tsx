'use client'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import type { IdentityError, IdentityErrorCode } from '@/lib/identity/error-words'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { IdentityErrorMessage, type NextSteps, unexpectedError } from './error-message'
import styles from './provider-button.module.css'

/** A button with the provider's logo. */
export function ProviderButton({
  provider,
  className = '',
  ...props
}: ComponentProps<typeof Button> & { provider: Provider }) {
  return <Button {...props} className={`${styles.provider} ${className}`} data-provider={provider} />
}

type ProviderAttempt = {
  provider: Provider
  waitsFor: 'popup' | 'result'
  problem: IdentityError | null
}

type Failure = { status: 'failed' } & IdentityError

/**
 * Tracks sign-ins with a provider. The page stays usable, as the SDK takes ten seconds to notice that a popup was closed; a
 * second press starts over.
 */
export function useProviderAttempt() {
  const [attempt, setAttempt] = useState<ProviderAttempt | null>(null)
  const latest = useRef(0)

  /** Shows the attempt, then its error. Returns null if it failed after another had started. */
  async function follow<T extends { status: string }>(
    { provider, waitsFor }: Omit<ProviderAttempt, 'problem'>,
    work: () => Promise<T | Failure>,
  ): Promise<T | Failure | null> {
    latest.current += 1
    const own = latest.current
    setAttempt({ provider, waitsFor, problem: null })
    const show = (problem: IdentityError) => {
      if (own === latest.current) setAttempt({ provider, waitsFor, problem })
    }
    const outcome = await work().catch((error: unknown) => {
      show(unexpectedError)
      throw error
    })
    if (!isFailure(outcome)) return outcome
    show(outcome)
    return own === latest.current ? outcome : null
  }

  return { attempt, follow, clear: () => setAttempt(null) }
}

function isFailure(outcome: { status: string } | Failure): outcome is Failure {
  return outcome.status === 'failed'
}

/** Goes below the buttons, so none moves away from the pointer. Scrolls to an error, which may be off-screen. */
export function ProviderMessage({
  attempt,
  nextSteps,
}: {
  attempt: ProviderAttempt | null
  nextSteps?: NextSteps
}) {
  const problem = attempt?.problem
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (problem) container.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  return (
    <div ref={container}>
      <div role="alert">
        {problem && <FailedAttempt provider={attempt.provider} problem={problem} nextSteps={nextSteps} />}
      </div>
      <div role="status">
        {attempt && !problem && <p className={message.note}>{describeWaiting(attempt)}</p>}
      </div>
    </div>
  )
}

function describeWaiting({ provider, waitsFor }: ProviderAttempt): string {
  const name = providerNames[provider]
  return waitsFor === 'popup'
    ? `Waiting for ${name}. Continue in the window that opened.`
    : `Signing you in with ${name}…`
}

type FailureProps = { provider: Provider; problem: IdentityError; nextSteps: NextSteps | undefined }

/** Closing a popup or going back isn't an error. */
function FailedAttempt({ provider, problem, nextSteps }: FailureProps) {
  if (!cancellations.includes(problem.code))
    return <IdentityErrorMessage problem={problem} nextSteps={nextSteps} />
  return <p className={message.note}>Sign-in with {providerNames[provider]} wasn’t completed.</p>
}

const cancellations: readonly IdentityErrorCode[] = [
  'popup-closed-by-user',
  'redirect-cancelled-by-user',
  'second-factor-cancelled',
]
