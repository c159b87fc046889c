import 'client-only'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { challengeLifetimeSeconds } from '@/lib/passkeys'

/** Options fetched before the press that uses them: Safari opens its prompt only right after one. */
export type PreparedChallenge<T> = {
  /** Fetches options, unless some wait already, and resolves to those that wait. */
  prepare: () => Promise<Outcome<T>>
  /** Hands out those that wait, or new ones. Each is handed out once, as any answer uses it up. */
  take: () => Promise<Outcome<T>>
  /** Those that wait have been answered. */
  drop: () => void
}

/** Leaves a minute for the prompt. */
const maxAgeMs = (challengeLifetimeSeconds - 60) * 1000

/** Keeps one challenge ready. */
export function preparedChallenge<T>(ask: () => Promise<Outcome<T>>): PreparedChallenge<T> {
  let waiting: { asked: Promise<Outcome<T>>; at: number } | null = null

  function prepare(): Promise<Outcome<T>> {
    if (waiting && performance.now() - waiting.at < maxAgeMs) return waiting.asked
    const asked = ask()
    const mine = { asked, at: performance.now() }
    waiting = mine
    void asked.then(({ status }) => {
      if (status === 'failed' && waiting === mine) waiting = null
    })
    return asked
  }

  return {
    prepare,
    take: () => {
      const asked = prepare()
      waiting = null
      return asked
    },
    drop() {
      waiting = null
    },
  }
}
