import 'client-only'
/** Signs in with a passkey: from the email field's autofill, or by a button. */
import { rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { openSessionBy, type SignInOutcome } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import {
  challengeLastsSeconds,
  type PasskeyOptionsRequest,
  type PasskeyRequestOptions,
  type PasskeyToken,
  type PasskeyTokenRequest,
} from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import { abortCeremony, type CeremonyOutcome, promptForPasskey, waitForAutofill } from './ceremony'
import { askPasskeys } from './requests'

type Credential = PasskeyTokenRequest['credential']

/** `signing`: a passkey was chosen, and its session is being opened. */
type Listener = (news: 'signing' | SignInOutcome) => void

/** For one form. */
export type PasskeySignIn = {
  /** Gets a challenge, so a press needn't wait, and offers passkeys in the autofill of the email field. Again while that's due. */
  prepare: () => Promise<void>
  /** Opens the prompt. Null: another press has overtaken it, or the form is gone. */
  press: () => Promise<SignInOutcome | null>
  stop: () => void
}

type Challenge = { options: PasskeyRequestOptions['options']; askedAt: number }

/** A challenge older than this is replaced before it's offered. */
const freshMs = (challengeLastsSeconds - 60) * 1000

/** After that many failures of its autofill, a browser is left alone. */
const mostAutofillFailures = 3

/** `onAutofill` hears of a passkey that was chosen from the autofill, which nobody has pressed a button for. */
export function passkeySignIn(config: PublicConfig, onAutofill: Listener): PasskeySignIn {
  let challenge: Challenge | null = null
  let asking: Promise<Awaited<ReturnType<typeof askForOptions>>> | null = null
  let state: 'idle' | 'autofill' | 'prompt' | 'stopped' = 'idle'
  let failures = 0
  /** Counts ceremonies: one that has been overtaken has nothing to say. */
  let turn = 0

  const isFresh = (of: Challenge) => performance.now() - of.askedAt < freshMs

  /** The challenge that waits, or a new one; null with the problem if there's none to be had. */
  async function ready() {
    if (challenge && isFresh(challenge)) return { status: 'done', value: challenge } as const
    asking ??= askForOptions()
    const asked = await asking
    asking = null
    if (asked.status === 'done') challenge = asked.value
    return asked
  }

  async function prepare(): Promise<void> {
    const isWaiting = state === 'autofill' && challenge !== null && isFresh(challenge)
    if (state === 'prompt' || state === 'stopped' || isWaiting) return
    const asked = await ready()
    // A press that came meanwhile has taken the challenge.
    if (asked.status === 'done' && (state === 'idle' || state === 'autofill')) await offer(asked.value)
  }

  async function offer({ options }: Challenge): Promise<void> {
    if (failures >= mostAutofillFailures) return
    state = 'autofill'
    turn += 1
    const mine = turn
    void waitForAutofill(options).then(async (signed) => {
      if (mine !== turn) return
      state = 'idle'
      challenge = null
      // Nobody has asked for it, so nobody is told why it failed: some browsers refuse it after a reload, or have none.
      if (signed.status !== 'done') {
        failures += 1
        return
      }
      onAutofill('signing')
      onAutofill(await openSession(config, signed.value))
      await prepare()
    })
  }

  async function press(): Promise<SignInOutcome | null> {
    turn += 1
    const mine = turn
    state = 'prompt'
    const asked = await ready()
    if (mine !== turn) return null
    const signed: CeremonyOutcome<Credential> =
      asked.status === 'done' ? await promptForPasskey(asked.value.options) : asked
    if (mine !== turn) return null
    state = 'idle'
    challenge = null
    const outcome = signed.status === 'done' ? await openSession(config, signed.value) : signed
    if (outcome.status === 'signed-in') return outcome
    // The next press, and the autofill, find a new challenge.
    void prepare()
    return outcome.status === 'failed' ? outcome : { status: 'failed', code: 'passkey-cancelled' }
  }

  function stop() {
    state = 'stopped'
    turn += 1
    abortCeremony()
  }

  return { prepare, press, stop }
}

async function askForOptions() {
  const body: PasskeyOptionsRequest = { purpose: 'sign-in' }
  const asked = await askPasskeys<PasskeyRequestOptions>(passkeyRequests.options, { body })
  if (asked.status === 'failed') return asked
  return { status: 'done', value: { options: asked.value.options, askedAt: performance.now() } } as const
}

function openSession(config: PublicConfig, credential: Credential): Promise<SignInOutcome> {
  const opening = async (): Promise<SignInOutcome> => {
    const body: PasskeyTokenRequest = { purpose: 'sign-in', credential }
    const asked = await askPasskeys<PasskeyToken>(passkeyRequests.token, { body })
    if (asked.status === 'failed') return asked
    return openSessionBy(config, (client) => client.signInByCustomToken(asked.value.customToken))
  }
  return rememberIfSignedIn('passkey', opening())
}
