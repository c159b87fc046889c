'use client'
import { useEffect, useRef, useState } from 'react'
import { IdentityAlert } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { ProviderButton, ProviderMessage, useProviderAttempt } from '@/components/identity/provider-button'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/hydrated'
import { failureOf } from '@/lib/browser/identity/fault'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import type { PasskeySignIn } from '@/lib/browser/passkeys/sign-in'
import { type LastUsedMethod, lastUsedMethod, rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { takeRedirect } from '@/lib/browser/session/redirect'
import type { SignInOutcome } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { type Provider, providerNames } from '@/lib/identity/providers'
import styles from './sign-in.module.css'

const loadProviderSignIn = () => import('@/lib/browser/session/provider-sign-in')

type Props = {
  config: PublicConfig
  lastUsed: LastUsedMethod | null
  onSignedIn: (outcome: SignInOutcome & { status: 'signed-in' }) => void
  /** The address has an account with a different sign-in method. Resolves to whether the form handles that. */
  onAccountExists: () => Promise<boolean>
  /** Null where it's not offered. */
  passkey: PasskeyMethod | null
}

/** The sign-in methods beside the form: a passkey, or another provider. */
export function OtherMethods({ config, lastUsed, onSignedIn, onAccountExists, passkey }: Props) {
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

  if (config.providers.length === 0 && !passkey) return null
  return (
    <div className={styles.providers}>
      <p className={styles.or}>or</p>
      {passkey && <PasskeyButton passkey={passkey} isLastUsed={lastUsed === 'passkey'} />}
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

type PasskeyOptions = {
  config: PublicConfig
  onSignedIn: (outcome: SignInOutcome & { status: 'signed-in' }) => void
}

/**
 * Sign-in with a passkey. Call `prepare` on the form's first interaction: it loads the code and a challenge, so the email
 * field's autofill offers passkeys and a press opens the prompt immediately, which Safari requires.
 */
export function usePasskey({ config, onSignedIn }: PasskeyOptions) {
  const isOffered = usePasskeySupport() && config.passkeys
  const flow = useRef<Promise<PasskeySignIn> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<IdentityError | null>(null)

  useEffect(() => {
    return () => {
      void flow.current?.then(({ stop }) => stop()).catch(failureOf)
      flow.current = null
    }
  }, [])

  async function load(): Promise<PasskeySignIn> {
    flow.current ??= import('@/lib/browser/passkeys/sign-in').then(({ passkeySignIn }) =>
      passkeySignIn(config, onUpdate),
    )
    try {
      return await flow.current
    } catch (error) {
      flow.current = null
      throw error
    }
  }

  /** Null: a later press has superseded this one and reports its own outcome. */
  function onUpdate(update: 'signing' | SignInOutcome | null) {
    if (update === null) return
    if (update === 'signing') setBusy(true)
    else if (update.status === 'signed-in') onSignedIn(update)
    else setBusy(false)
    setProblem(update !== 'signing' && update.status === 'failed' ? update : null)
  }

  async function press() {
    onUpdate('signing')
    onUpdate(
      await load()
        .then((loaded) => loaded.prompt())
        .catch(failureOf),
    )
  }

  function prepare() {
    if (isOffered)
      void load()
        .then((loaded) => loaded.prepare())
        .catch(failureOf)
  }

  return { isOffered, isBusy, problem, press, prepare }
}

type PasskeyMethod = ReturnType<typeof usePasskey>

type PasskeyProps = { passkey: PasskeyMethod; isLastUsed: boolean }

/** A second press opens a new prompt, as a locked password manager may have dismissed the first. */
function PasskeyButton({ passkey, isLastUsed }: PasskeyProps) {
  const { isBusy, problem, press, prepare } = passkey
  const { className, describedBy, mark } = lastUsedMark(isLastUsed)
  return (
    <div className={styles.passkey}>
      <Button
        className={className}
        aria-describedby={describedBy}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={press}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8 7a5 5 0 1 0 4.6 7H16v3h4v-3h2v-4h-9.4A5 5 0 0 0 8 7zm0 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z" />
        </svg>
        <span>{isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}</span>
        {mark}
      </Button>
      <IdentityAlert problem={problem} />
    </div>
  )
}

/** The sign-in method last used in this browser; null until hydration, as the server can't know. */
export function useLastUsedMethod(): LastUsedMethod | null {
  return useHydrated() ? lastUsedMethod() : null
}

/** Attributes and content that mark a button. The mark is its description, and changes neither its name nor its size. */
export function lastUsedMark(isLastUsed: boolean) {
  if (!isLastUsed) return { describedBy: undefined, className: '', mark: null }
  return { describedBy: id, className: styles.marked ?? '', mark }
}

const id = 'last-used'
const mark = (
  <span id={id} className={styles.mark} aria-hidden>
    Last used
  </span>
)
