import 'client-only'
import { recordConfirmation } from '@/lib/browser/account/confirmation'
import { type AccountOwner, callSiteWithSession } from '@/lib/browser/account/owner'
import { failureOf } from '@/lib/browser/identity/fault'
import { type SignInOutcome, signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type {
  PasskeyOptionsRequest,
  PasskeyRequestOptions,
  PasskeyToken,
  PasskeyTokenRequest,
} from '@/lib/passkeys/passkeys'
import { passkeyRequests } from '@/lib/passkeys/routes'
import { preparedChallenge } from './challenge'

/**
 * Confirms the signed-in user with one of their passkeys: the session then counts as freshly signed in. Our server accepts
 * no other user's. `prepare` prefetches what `confirm` needs.
 */
export function passkeyConfirmation({ config, userId }: AccountOwner) {
  const body: PasskeyOptionsRequest = { purpose: 'step-up', userId }
  const challenge = preparedChallenge(() =>
    callSiteWithSession<PasskeyRequestOptions>(config, passkeyRequests.options, { body }),
  )

  let abort: (() => void) | null = null

  /** Null: this page has closed the prompt. */
  async function confirm(): Promise<SignInOutcome | null> {
    const loading = loadCeremony()
    const fetched = await challenge.take()
    if (fetched.status === 'failed') return fetched
    const loaded = await loading
    if ('status' in loaded) return loaded
    abort = loaded.abortCeremony
    const signed = await loaded.promptForPasskey(fetched.value.options)
    abort = null
    if (signed.status === 'aborted') return null
    const outcome = signed.status === 'done' ? await openSession(signed.value) : signed
    if (outcome.status === 'signed-in') recordConfirmation()
    else challenge.prepare()
    return outcome
  }

  async function openSession(credential: PasskeyTokenRequest['credential']): Promise<SignInOutcome> {
    const body: PasskeyTokenRequest = { purpose: 'step-up', credential }
    const exchanged = await callSiteWithSession<PasskeyToken>(config, passkeyRequests.token, { body })
    if (exchanged.status === 'failed') return exchanged
    return signInWithCustomToken(config, exchanged.value.customToken)
  }

  function prepare() {
    void loadCeremony()
    challenge.prepare()
  }

  /** Closes the prompt, if it's open. */
  const stop = () => abort?.()

  return { prepare, confirm, stop }
}

function loadCeremony() {
  return import('@/lib/browser/passkeys/ceremony').catch(failureOf)
}
