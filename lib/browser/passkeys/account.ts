import 'client-only'
import type { StepOutcome } from '@/lib/browser/account/account'
import { type AccountOwner, callSiteWithSession } from '@/lib/browser/account/owner'
/**
 * The signed-in user's passkeys: suggests the first; adds, renames and removes them; tells password managers. The code for the
 * browser's prompt loads when needed.
 */
import { type FactorChange, failedChange } from '@/lib/browser/account/second-factors'
import { reportOtherSessionsEnded } from '@/lib/browser/account/sessions'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { preparedPrompt } from '@/lib/browser/passkeys/challenge'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type {
  ListedPasskey,
  PasskeyCreationOptions,
  PasskeyId,
  PasskeyList,
  PasskeyOptionsRequest,
  PasskeyRegistration,
  PasskeyToken,
  RemovedPasskey,
} from '@/lib/passkeys/passkeys'
import { passkeyRequests } from '@/lib/passkeys/routes'

type Saved = { passkey: ListedPasskey }

/** Adds a passkey. Both `prepare` and `press` need a recent sign-in. */
export function passkeyAddition({ config, userId }: Pick<AccountOwner, 'config' | 'userId'>) {
  const request: PasskeyOptionsRequest = { purpose: 'registration', userId }
  return preparedPrompt({
    fetchOptions: () =>
      callSiteWithSession<PasskeyCreationOptions>(config, passkeyRequests.options, { body: request }),
    load: async () => (await import('@/lib/browser/passkeys/creation')).createPasskey,
    async send(credential) {
      const body: PasskeyRegistration = { userId, credential }
      const saved = await callSiteWithSession<Saved>(config, passkeyRequests.passkeys, { body })
      if (saved.status === 'done') dismissPasskeyHint()
      return saved
    },
  })
}

/**
 * Whether to suggest a first passkey: the device can store one. If the user has one already, dismisses the hint for good.
 * False while the account's address isn't proved, as no passkey can be added.
 */
export async function isPasskeySuggested(config: PublicConfig): Promise<boolean> {
  if (!('PublicKeyCredential' in window) || !(await canStorePasskey())) return false
  const list = await fetchPasskeys(config)
  if (list.status === 'failed' || !list.value.isAddressProved) return false
  const hasOne = list.value.passkeys.some(({ worksHere }) => worksHere)
  if (hasOne) dismissPasskeyHint()
  return !hasOne
}

/** What the browser says of its device; false where an enterprise policy forbids to ask. */
async function canStorePasskey(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Renames a passkey. An empty name restores its first one. */
export function requestPasskeyRename(
  config: PublicConfig,
  id: PasskeyId,
  name: string,
): Promise<Outcome<Saved>> {
  const path = passkeyRequests.onePasskey(id)
  return callSiteWithSession<Saved>(config, path, { method: 'PUT', body: { name } })
}

/** Removes a passkey, unless it's the last sign-in method. Ends all other sessions. */
export async function requestPasskeyRemoval(config: PublicConfig, id: PasskeyId): Promise<StepOutcome> {
  const path = passkeyRequests.onePasskey(id)
  const removed = await callSiteWithSession<RemovedPasskey>(config, path, { method: 'DELETE' })
  if (removed.status === 'failed') return removed
  void signalRemoval(removed.value)
  reportOtherSessionsEnded()
  return { status: 'done' }
}

/**
 * Removes all second factors of a user who signed in with a passkey, e.g. after losing the phone. Our server does it and
 * revokes all tokens, so this browser signs in again.
 */
export async function removeAllSecondFactors({ config, userId }: AccountOwner): Promise<FactorChange> {
  const request = { method: 'DELETE', body: { userId } } as const
  const removed = await callSiteWithSession<PasskeyToken>(config, passkeyRequests.secondFactors, request)
  if (removed.status === 'failed') return failedChange(removed)
  reportOtherSessionsEnded()
  const session = await signInWithCustomToken(config, removed.value.customToken)
  return {
    status: 'changed',
    factors: [],
    isRenewed: session.status === 'signed-in',
    haveOthersEnded: true,
  }
}

/** Whether the user currently has a passkey that works here. */
export async function hasUsablePasskey(config: PublicConfig): Promise<Outcome<boolean>> {
  const list = await fetchPasskeys(config)
  if (list.status === 'failed') return list
  const { isAddressProved, passkeys } = list.value
  return { status: 'done', value: isAddressProved && passkeys.some(({ worksHere }) => worksHere) }
}

function fetchPasskeys(config: PublicConfig): Promise<Outcome<PasskeyList>> {
  return callSiteWithSession(config, passkeyRequests.passkeys, { method: 'GET' })
}

/**
 * Signals the signed-in user's passkeys and current names (Signal API, section 5.1.10), where supported. Password managers hide unlisted passkeys, so nothing is sent
 * without a response from the server, nor an empty list.
 */
export async function signalPasskeys(config: PublicConfig): Promise<void> {
  if (!canSignal()) return
  const list = await fetchPasskeys(config)
  if (list.status === 'failed' || !list.value.accepted) return
  const { name, displayName, allAcceptedCredentialIds, ...account } = list.value.accepted
  await send(() => PublicKeyCredential.signalAllAcceptedCredentials({ ...account, allAcceptedCredentialIds }))
  await send(() => PublicKeyCredential.signalCurrentUserDetails({ ...account, name, displayName }))
}

/** Signals that the server has removed a passkey. */
async function signalRemoval(removed: RemovedPasskey): Promise<void> {
  if (canSignal()) await send(() => PublicKeyCredential.signalUnknownCredential(removed))
}

function canSignal(): boolean {
  return 'PublicKeyCredential' in window && 'signalAllAcceptedCredentials' in PublicKeyCredential
}

/** Best effort: browsers reject a domain that isn't the page's, and what they don't support. */
async function send(signal: () => Promise<void>): Promise<void> {
  try {
    await signal()
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}
