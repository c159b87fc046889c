'use client'
import { useEffect, useRef, useState } from 'react'
import message from '@/components/ui/message.module.css'
import type { IdentityError as Problem } from '@/lib/identity/error'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { IdentityErrorMessage, type NextSteps, unexpectedError } from './error-message'

export type ProviderAttempt = { provider: Provider; waitsFor: 'popup' | 'result'; problem: Problem | null }

type Failure = { status: 'failed' } & Problem

/**
 * What people do at a provider. Meanwhile everything stays usable, as the SDK takes ten seconds to notice that a popup was
 * closed; a second press starts over.
 */
export function useProviderAttempt() {
  const [attempt, setAttempt] = useState<ProviderAttempt | null>(null)
  const latest = useRef(0)

  /** Shows the attempt until `clear`, or how it failed. Null: it failed after another had begun. */
  async function follow<T extends { status: string }>(
    { provider, waitsFor }: Omit<ProviderAttempt, 'problem'>,
    work: () => Promise<T | Failure>,
  ): Promise<T | Failure | null> {
    latest.current += 1
    const own = latest.current
    setAttempt({ provider, waitsFor, problem: null })
    const show = (problem: Problem) => {
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

/** Goes below the buttons, so none moves away from the pointer. How an attempt failed is scrolled to: it may be off-screen. */
export function ProviderMessage({ attempt, ways }: { attempt: ProviderAttempt | null; ways?: NextSteps }) {
  const problem = attempt?.problem
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  return (
    <div ref={place}>
      <div role="alert">
        {problem && <Ending provider={attempt.provider} problem={problem} ways={ways} />}
      </div>
      <div role="status">{attempt && !problem && <p className={message.note}>{waiting(attempt)}</p>}</div>
    </div>
  )
}

function waiting({ provider, waitsFor }: ProviderAttempt): string {
  const name = providerNames[provider]
  return waitsFor === 'popup'
    ? `Waiting for ${name}. Continue in the window that opened.`
    : `Signing you in with ${name}…`
}

type EndingProps = { provider: Provider; problem: Problem; ways: NextSteps | undefined }

/** Closing a popup or going back is no error: its visitor knows. */
function Ending({ provider, problem, ways }: EndingProps) {
  if (!ownEndings.includes(problem.code)) return <IdentityErrorMessage problem={problem} nextSteps={ways} />
  return <p className={message.note}>Sign-in with {providerNames[provider]} wasn’t completed.</p>
}

const ownEndings: readonly IdentityErrorCode[] = [
  'popup-closed-by-user',
  'redirect-cancelled-by-user',
  'second-factor-cancelled',
]
