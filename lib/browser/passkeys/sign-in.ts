import 'client-only'
/** Signs in with a passkey: from the email field's autofill, or by a button. */
import type { Outcome } from '@/lib/browser/identity/firebase'
import { rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { reportAttempt } from '@/lib/browser/session/report-attempt'
import { type SignInOutcome, signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type {
  PasskeyOptionsRequest,
  PasskeyRequestOptions,
  PasskeyToken,
  PasskeyTokenRequest,
} from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import {
  abortCeremony,
  type CeremonyOutcome,
  hasAutofill,
  promptForPasskey,
  waitForAutofill,
} from './ceremony'
import { preparedChallenge } from './challenge'
import { callPasskeys } from './requests'

type Credential = PasskeyTokenRequest['credential']

/** `signing`: a passkey was chosen, and its session is being opened. */
type AutofillListener = (news: 'signing' | SignInOutcome) => void

/** For one form. */
export type PasskeySignIn = {
  /** Gets a challenge, so a press needn't wait, and offers passkeys in the autofill of the email field. Again while that's due. */
  prepare: () => Promise<void>
  /** Opens the prompt. Null: another press has overtaken it, or the form is gone. */
  prompt: () => Promise<SignInOutcome | null>
  stop: () => void
}

type Options = PasskeyRequestOptions['options']

/** After that many failures of its autofill, a browser is left alone. */
const maxAutofillFailures = 3

/** `onAutofill` hears of a passkey that was chosen from the autofill, which nobody has pressed a button for. */
export function passkeySignIn(config: PublicConfig, onAutofill: AutofillListener): PasskeySignIn {
  const challenge = preparedChallenge(fetchSignInOptions)
  let state: 'idle' | 'autofill' | 'prompt' | 'stopped' = 'idle'
  /** The options of the waiting autofill. A press aborts it and uses them: nobody has answered them. */
  let offered: Options | null = null
  let failures = 0
  /** Counts ceremonies: one that has been overtaken has nothing to say. */
  let turn = 0

  const mayOffer = () => state === 'idle' || state === 'autofill'

  async function prepare(): Promise<void> {
    if (!mayOffer()) return
    const asked = await challenge.prepare()
    const isNew = asked.status === 'done' && asked.value !== offered && failures < maxAutofillFailures
    // A press may have come meanwhile.
    if (isNew && (await hasAutofill()) && mayOffer()) offer(asked.value)
  }

  function offer(options: Options): void {
    state = 'autofill'
    offered = options
    turn += 1
    const mine = turn
    void waitForAutofill(options).then(async (signed) => {
      if (mine !== turn) return
      state = 'idle'
      offered = null
      challenge.drop()
      // Nobody has asked for it, so nobody is told why it failed: some browsers refuse it after a reload.
      if (signed.status !== 'done') {
        failures += 1
        return
      }
      onAutofill('signing')
      const outcome = await reportAttempt('passkey', openSession(config, signed.value))
      onAutofill(outcome)
      if (outcome.status === 'failed') await prepare()
    })
  }

  async function press(): Promise<SignInOutcome | null> {
    turn += 1
    const mine = turn
    state = 'prompt'
    offered = null
    const asked = await challenge.take()
    if (mine !== turn) return null
    const signed: CeremonyOutcome<Credential> =
      asked.status === 'done' ? await promptForPasskey(asked.value) : asked
    if (mine !== turn) return null
    state = 'idle'
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

  return { prepare, prompt: () => reportAttempt('passkey', press()), stop }
}

async function fetchSignInOptions(): Promise<Outcome<Options>> {
  const body: PasskeyOptionsRequest = { purpose: 'sign-in' }
  const asked = await callPasskeys<PasskeyRequestOptions>(passkeyRequests.options, { body })
  return asked.status === 'failed' ? asked : { status: 'done', value: asked.value.options }
}

function openSession(config: PublicConfig, credential: Credential): Promise<SignInOutcome> {
  const opening = async (): Promise<SignInOutcome> => {
    const body: PasskeyTokenRequest = { purpose: 'sign-in', credential }
    const asked = await callPasskeys<PasskeyToken>(passkeyRequests.token, { body })
    if (asked.status === 'failed') return asked
    return signInWithCustomToken(config, asked.value.customToken)
  }
  return rememberIfSignedIn('passkey', opening())
}
