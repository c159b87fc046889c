'use client'
import { useEffect, useRef, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import { leaveFor } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { failureOf } from '@/lib/browser/identity/fault'
import { prepareIdentity } from '@/lib/browser/identity/identity'
import { rememberIfSignedIn, type Way } from '@/lib/browser/session/last-used'
import { takeRedirect } from '@/lib/browser/session/redirect'
import type { SignInOutcome } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { routes, type SitePath } from '@/lib/site/routes'
import { lastUsedMark } from './last-used'
import styles from './providers.module.css'

const load = () => import('@/lib/browser/session/provider-sign-in')

type Props = { config: PublicConfig; next: SitePath; lastUsed: Way | null }

type Attempt = { provider: Provider; waitsFor: 'popup' | 'result'; problem: Problem | null }

/**
 * Sign-in with other providers. The form stays usable while a popup is open, as the SDK takes ten seconds to notice that
 * it was closed; a second press starts over.
 */
export function Providers({ config, next, lastUsed }: Props) {
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const latest = useRef(0)

  async function signIn(provider: Provider, waitsFor: Attempt['waitsFor']) {
    latest.current += 1
    const own = latest.current
    const attempt = { provider, waitsFor }
    setAttempt({ ...attempt, problem: null })
    const signingIn: Promise<SignInOutcome> = load()
      .then(({ signInWithProvider, finishRedirect }) =>
        waitsFor === 'popup' ? signInWithProvider(config, provider) : finishRedirect(config),
      )
      .catch(failureOf)
    const outcome = await rememberIfSignedIn(provider, signingIn)
    if (outcome.status === 'signed-in') return leaveFor(routes.authSuccess(next))
    if (own === latest.current) setAttempt({ ...attempt, problem: outcome })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a redirect
  useEffect(() => {
    const provider = takeRedirect()
    if (provider) void signIn(provider, 'result')
  }, [])

  function prepare() {
    void prepareIdentity(config)
    load().catch(failureOf)
  }

  return (
    <div className={styles.providers}>
      <p className={styles.or}>or</p>
      {config.providers.map((provider) => {
        const { className, describedBy, mark } = lastUsedMark(provider === lastUsed)
        return (
          <Button
            key={provider}
            className={`${styles.provider} ${className}`}
            data-provider={provider}
            aria-describedby={describedBy}
            onFocus={prepare}
            onPointerEnter={prepare}
            onClick={() => signIn(provider, 'popup')}
          >
            Continue with {providerNames[provider]}
            {mark}
          </Button>
        )
      })}
      {/* Below the buttons, so none moves away from the pointer. */}
      <div>
        <div role="alert">{attempt?.problem && <Ending {...attempt} problem={attempt.problem} />}</div>
        <div role="status">
          {attempt && !attempt.problem && <p className={message.note}>{waiting(attempt)}</p>}
        </div>
      </div>
    </div>
  )
}

function waiting({ provider, waitsFor }: Attempt): string {
  const name = providerNames[provider]
  return waitsFor === 'popup'
    ? `Waiting for ${name}. Finish in the window that opened.`
    : `Signing you in with ${name}…`
}

/** Closing a popup or going back is no error: its visitor knows. */
function Ending({ provider, problem }: Attempt & { problem: Problem }) {
  if (!ownEndings.includes(problem.code)) return <IdentityProblem problem={problem} />
  return <p className={message.note}>You did not finish signing in with {providerNames[provider]}.</p>
}

const ownEndings: readonly IdentityErrorCode[] = [
  'popup-closed-by-user',
  'redirect-cancelled-by-user',
  'second-factor-cancelled',
]
