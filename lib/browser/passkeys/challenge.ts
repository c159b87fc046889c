import 'client-only'
import { failureOf } from '@/lib/browser/identity/fault'
import type { Outcome } from '@/lib/browser/identity/firebase'
import type { CeremonyOutcome } from '@/lib/browser/passkeys/ceremony'
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

/** `Result`: what our server makes of the credential. */
type PromptSteps<Options, Credential, Result extends { status: string }> = {
  fetchOptions: () => Promise<Outcome<{ options: Options }>>
  /** Loads what opens the browser's prompt. */
  load: () => Promise<(options: Options) => Promise<CeremonyOutcome<Credential>>>
  send: (credential: Credential) => Promise<Result>
}

/** A button that opens the browser's prompt: `prepare` prefetches what `press` needs. `aborted`: no message is shown. */
export function preparedPrompt<Options, Credential, Result extends { status: string }>(
  steps: PromptSteps<Options, Credential, Result>,
) {
  const challenge = preparedChallenge(steps.fetchOptions)
  const load = () => steps.load().catch(failureOf)

  async function press() {
    const loading = load()
    const fetched = await challenge.take()
    if (fetched.status === 'failed') return fetched
    const open = await loading
    if (typeof open !== 'function') return open
    const signed = await open(fetched.value.options)
    const outcome = signed.status === 'done' ? await steps.send(signed.value) : signed
    // For the next press.
    if (outcome.status === 'failed') challenge.prepare()
    return outcome
  }

  function prepare() {
    void load()
    challenge.prepare()
  }

  return { prepare, press }
}
