'use client'
import { useEffect, useRef, useState } from 'react'
import { IdentityAlert } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import type { LastUsedMark, UseCredential } from '@/components/rooms/sign-in'
import { Button } from '@/components/ui/button'
import { failureOf } from '@/lib/browser/identity/fault'
import type { PasskeySignIn } from '@/lib/browser/passkeys/sign-in'
import type { SignInOutcome } from '@/lib/browser/session/sign-in'
import type { IdentityError } from '@/lib/identity/error-words'

/**
 * Sign-in with a passkey. Call `prepare` on the form's first interaction: it loads the code and a challenge, so the email
 * field's autofill offers passkeys and a press opens the prompt immediately, which Safari requires.
 */
export const usePasskey: UseCredential = ({ config, onSignedIn }) => {
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
    void load()
      .then((loaded) => loaded.prepare())
      .catch(failureOf)
  }

  /** A second press opens a new prompt, as a locked password manager may have dismissed the first. */
  const button = (lastUsed: LastUsedMark) => (
    <>
      <Button
        className={lastUsed.className}
        aria-describedby={lastUsed.describedBy}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={press}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8 7a5 5 0 1 0 4.6 7H16v3h4v-3h2v-4h-9.4A5 5 0 0 0 8 7zm0 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z" />
        </svg>
        <span>{isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}</span>
        {lastUsed.mark}
      </Button>
      <IdentityAlert problem={problem} />
    </>
  )
  return isOffered ? { prepare, button } : null
}
