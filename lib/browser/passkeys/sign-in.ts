import 'client-only'
/** Signs in with a passkey: from the email field's autofill, or by a button. */
import type { Outcome } from '@/lib/browser/identity/firebase'
import { callSite } from '@/lib/browser/identity/site-requests'
import { rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { type SignInOutcome, signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type {
  PasskeyOptionsRequest,
  PasskeyRequestOptions,
  PasskeyToken,
  PasskeyTokenRequest,
} from '@/lib/passkeys/passkeys'
import { passkeyRequests } from '@/lib/passkeys/routes'
import { abortCeremony, hasAutofill, promptForPasskey, waitForAutofill } from './ceremony'
import { preparedChallenge } from './challenge'

type Credential = PasskeyTokenRequest['credential']

/** `signing`: a passkey was chosen, and its session is being created. */
type AutofillListener = (event: 'signing' | SignInOutcome) => void

/** The passkey part of one sign-in form. */
export type PasskeySignIn = {
  /** Fetches a challenge, so that a press needn't wait, and offers passkeys in the email field's autofill. Can be repeated. */
  prepare: () => Promise<void>
  /** Opens the prompt. Null: superseded by another press, or the form is gone. */
  prompt: () => Promise<SignInOutcome | null>
  stop: () => void
}

/** After that many failures, the autofill isn't offered again. */
const maxAutofillFailures = 3

/** Creates the passkey part of a sign-in form. `onAutofill` is called when a passkey is chosen from the autofill. */
export function passkeySignIn(config: PublicConfig, onAutofill: AutofillListener): PasskeySignIn {
  const challenge = preparedChallenge(fetchSignInOptions)
  /** A prompt is open, or the form is gone. */
  let isBlocked = false
  /** The options of the pending autofill. A press aborts it and reuses them, as they are unanswered. */
  let offered: PasskeyRequestOptions | null = null
  let failures = 0
  /** The latest ceremony; the results of earlier ones are ignored. */
  let latest = 0

  async function prepare(): Promise<void> {
    if (isBlocked) return
    const fetched = await challenge.prepare()
    const isNew = fetched.status === 'done' && fetched.value !== offered && failures < maxAutofillFailures
    // A press may have come in between.
    if (isNew && (await hasAutofill()) && !isBlocked) offer(fetched.value)
  }

  function offer(request: PasskeyRequestOptions): void {
    offered = request
    latest += 1
    const current = latest
    void waitForAutofill(request.options).then(async (signed) => {
      if (current !== latest) return
      offered = null
      challenge.drop()
      // The user requested nothing, so no message is shown: some browsers reject it after a reload.
      if (signed.status !== 'done') {
        failures += 1
        return
      }
      onAutofill('signing')
      const outcome = await signInWithPasskey(config, signed.value)
      onAutofill(outcome)
      if (outcome.status === 'failed') await prepare()
    })
  }

  async function prompt(): Promise<SignInOutcome | null> {
    latest += 1
    const current = latest
    isBlocked = true
    offered = null
    const fetched = await challenge.take()
    if (current !== latest) return null
    const signed = fetched.status === 'done' ? await promptForPasskey(fetched.value.options) : fetched
    if (current !== latest) return null
    isBlocked = false
    const outcome = signed.status === 'done' ? await signInWithPasskey(config, signed.value) : signed
    if (outcome.status === 'signed-in') return outcome
    // Fetches a new challenge for the next press and the autofill.
    void prepare()
    return outcome.status === 'failed' ? outcome : { status: 'failed', code: 'passkey-cancelled' }
  }

  function stop() {
    isBlocked = true
    latest += 1
    abortCeremony()
  }

  return { prepare, prompt, stop }
}

function fetchSignInOptions(): Promise<Outcome<PasskeyRequestOptions>> {
  const body: PasskeyOptionsRequest = { purpose: 'sign-in' }
  return callSite(passkeyRequests.options, { body })
}

function signInWithPasskey(config: PublicConfig, credential: Credential): Promise<SignInOutcome> {
  const signIn = async (): Promise<SignInOutcome> => {
    const body: PasskeyTokenRequest = { purpose: 'sign-in', credential }
    const exchanged = await callSite<PasskeyToken>(passkeyRequests.token, { body })
    if (exchanged.status === 'failed') return exchanged
    return signInWithCustomToken(config, exchanged.value.customToken)
  }
  return rememberIfSignedIn('passkey', signIn())
}
