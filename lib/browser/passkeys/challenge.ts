import 'client-only'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { challengeLifetimeSeconds } from '@/lib/passkeys'

/** WebAuthn options fetched before the press that uses them: Safari opens its prompt only right after one. */
type PreparedChallenge<T> = {
  /** Fetches options unless fresh ones are ready; resolves to the ready ones. */
  prepare: () => Promise<Outcome<T>>
  /** Returns the ready options, or new ones. Each challenge is returned once, as any answer uses it up. */
  take: () => Promise<Outcome<T>>
  /** Discards the ready options, whose challenge has been used. */
  drop: () => void
}

/** Leaves a minute for the prompt. */
const maxAgeMs = (challengeLifetimeSeconds - 60) * 1000

/** Keeps one challenge ready. */
export function preparedChallenge<T>(fetchOptions: () => Promise<Outcome<T>>): PreparedChallenge<T> {
  let ready: { options: Promise<Outcome<T>>; at: number } | null = null

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

  function drop() {
    ready = null
  }

  function take() {
    const options = prepare()
    drop()
    return options
  }

  return { prepare, take, drop }
}
