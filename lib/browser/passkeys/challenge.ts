import 'client-only'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { challengeLifetimeSeconds } from '@/lib/passkeys/passkeys'

/** Leaves a minute for the prompt. */
const maxAgeMs = (challengeLifetimeSeconds - 60) * 1000

/** Keeps WebAuthn options ready for the press that uses them: Safari opens its prompt only right after one. */
export function preparedChallenge<T>(fetchOptions: () => Promise<Outcome<T>>) {
  let ready: { options: Promise<Outcome<T>>; at: number } | null = null

  /** Fetches options unless fresh ones are ready; resolves to the ready ones. */
  function prepare(): Promise<Outcome<T>> {
    if (ready && performance.now() - ready.at < maxAgeMs) return ready.options
    const options = fetchOptions()
    const mine = { options, at: performance.now() }
    ready = mine
    void options.then(({ status }) => {
      if (status === 'failed' && ready === mine) ready = null
    })
    return options
  }

  /** Returns the ready options, or new ones. Each challenge is returned once, as it is valid once. */
  function take(): Promise<Outcome<T>> {
    const options = prepare()
    drop()
    return options
  }

  /** Discards the ready options, whose challenge has been used. */
  function drop(): void {
    ready = null
  }

  return { prepare, take, drop }
}
