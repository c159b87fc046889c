'use client'
import { useEffect } from 'react'
import { ProviderButton, ProviderMessage, useProviderAttempt } from '@/components/identity/provider-button'
import type { LastUsedMark, UseCredential } from '@/components/rooms/sign-in'
import { useHydrated } from '@/components/ui/hydrated'
import { failureOf } from '@/lib/browser/identity/fault'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import {
  type LastUsedMethod,
  lastUsedMethod,
  rememberIfSignedIn,
  takeRedirect,
} from '@/lib/browser/session/last-used'
import type { SignInOutcome } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import { type Provider, providerNames } from '@/lib/identity/providers'
import styles from './sign-in.module.css'

const loadProviderSignIn = () => import('@/lib/browser/session/provider-sign-in')

type Props = {
  config: PublicConfig
  lastUsed: LastUsedMethod | null
  onSignedIn: (outcome: SignInOutcome & { status: 'signed-in' }) => void
  /** The address has an account with a different sign-in method. Resolves to whether the form handles that. */
  onAccountExists: () => Promise<boolean>
  /** Null where none is offered. */
  credential: ReturnType<UseCredential>
}

/** The sign-in methods beside the form: a room's, and other providers'. */
export function OtherMethods({ config, lastUsed, onSignedIn, onAccountExists, credential }: Props) {
  const { attempt, follow, clear } = useProviderAttempt()

  async function signIn(provider: Provider, waitsFor: 'popup' | 'result') {
    const outcome = await follow<SignInOutcome>({ provider, waitsFor }, () =>
      rememberIfSignedIn(
        provider,
        loadProviderSignIn()
          .then(({ signInWithProvider, finishRedirect }) =>
            waitsFor === 'popup' ? signInWithProvider(config, provider) : finishRedirect(config),
          )
          .catch(failureOf),
      ),
    )
    if (outcome?.status === 'signed-in') return onSignedIn(outcome)
    if (outcome?.code === 'account-exists-with-different-credential' && (await onAccountExists())) clear()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a redirect
  useEffect(() => {
    const provider = takeRedirect()
    if (provider) void signIn(provider, 'result')
  }, [])

  function prepare() {
    void preloadIdentity(config)
    loadProviderSignIn().catch(failureOf)
  }

  if (config.providers.length === 0 && !credential) return null
  return (
    <div className={styles.providers}>
      <p className={styles.or}>or</p>
      {credential && (
        <div className={styles.credential}>{credential.button(lastUsedMark(lastUsed === 'passkey'))}</div>
      )}
      {config.providers.map((provider) => {
        const { className, describedBy, mark } = lastUsedMark(provider === lastUsed)
        return (
          <ProviderButton
            key={provider}
            provider={provider}
            className={className}
            aria-describedby={describedBy}
            onFocus={prepare}
            onPointerEnter={prepare}
            onClick={() => signIn(provider, 'popup')}
          >
            <span>
              <span className="visually-hidden">Continue with </span>
              {providerNames[provider]}
            </span>
            {mark}
          </ProviderButton>
        )
      })}
      <ProviderMessage attempt={attempt} />
    </div>
  )
}

/** The sign-in method last used in this browser; null until hydration, as the server can't know. */
export function useLastUsedMethod(): LastUsedMethod | null {
  return useHydrated() ? lastUsedMethod() : null
}

/** Attributes and content that mark a button. The mark is its description, and changes neither its name nor its size. */
export function lastUsedMark(isLastUsed: boolean): LastUsedMark {
  if (!isLastUsed) return { describedBy: undefined, className: '', mark: null }
  return { describedBy: id, className: styles.marked ?? '', mark }
}

const id = 'last-used'
const mark = (
  <span id={id} className={styles.mark} aria-hidden>
    Last used
  </span>
)
