import 'client-only'
import type { StepOutcome } from '@/lib/browser/account/account'
import { type AccountOwner, callSiteWithSession } from '@/lib/browser/account/owner'
/**
 * The signed-in user's passkeys: adds the first by itself, or suggests it; adds, renames and removes others; tells password
 * managers. The code for the browser's prompt loads when needed.
 */
import { type FactorChange, failedChange } from '@/lib/browser/account/second-factors'
import { reportOtherSessionsEnded } from '@/lib/browser/account/sessions'
import { failureOf } from '@/lib/browser/identity/fault'
import type { Outcome } from '@/lib/browser/identity/firebase'
import type { CeremonyOutcome } from '@/lib/browser/passkeys/ceremony'
import { preparedChallenge } from '@/lib/browser/passkeys/challenge'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { signInWithCustomToken } from '@/lib/browser/session/sign-in'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type {
  CreationPurpose,
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
import { isRecentSignIn } from '@/lib/session/recent-sign-in'

type Saved = { passkey: ListedPasskey }

/** Adds a passkey. `prepare` prefetches what `add` needs. Both need a recent sign-in. `aborted`: superseded by another prompt. */
export function passkeyAddition(owner: AccountOwner) {
  const challenge = preparedChallenge(() => fetchCreationOptions(owner, 'registration'))

  async function add(): Promise<CeremonyOutcome<Saved>> {
    const loading = loadCreation()
    const fetched = await challenge.take()
    if (fetched.status === 'failed') return fetched
    const loaded = await loading
    if ('status' in loaded) return loaded
    const created = await loaded.createPasskey(fetched.value.options)
    if (created.status === 'done')
      return savePasskey(owner, { purpose: 'registration', credential: created.value })
    challenge.prepare()
    return created
  }

  function prepare() {
    void loadCreation()
    challenge.prepare()
  }

  return { prepare, add }
}

/** `suggested`: the device can store a passkey, and the user has none. `added`: the password manager has created one. */
export type PasskeyHintState = 'suggested' | 'added'

/**
 * Reports whether to suggest a first passkey to a user who signed in by password at `authenticatedAt` (seconds since 1970),
 * or that the password manager has created one. If the user has one already, dismisses the hint for good. Nothing while the
 * account's address isn't proved, as no passkey can be added.
 */
export async function reportFirstPasskey(
  owner: AccountOwner,
  authenticatedAt: number,
  report: (state: PasskeyHintState) => void,
): Promise<void> {
  if (!('PublicKeyCredential' in window)) return
  const [canStore, canUpgrade] = await Promise.all([
    isCapable(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()),
    // Whether a password manager may create a passkey after filling in a password. Not all browsers can tell.
    isCapable(async () => (await PublicKeyCredential.getClientCapabilities?.())?.conditionalCreate),
  ])
  const list = await fetchPasskeys(owner.config)
  if (list.status === 'failed' || !list.value.isAddressProved) return
  if (list.value.passkeys.some(({ worksHere }) => worksHere)) return dismissPasskeyHint()
  if (canStore) report('suggested')
  const isUpgrade = canUpgrade && isRecentSignIn(authenticatedAt, siteTime())
  if (isUpgrade && (await upgradeToPasskey(owner))) report('added')
}

/** What the browser says of itself; false where an enterprise policy forbids to ask. */
async function isCapable(ask: () => Promise<boolean | undefined>): Promise<boolean> {
  try {
    return (await ask()) === true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/**
 * Lets the password manager add the user's first passkey right after it filled in the password. Returns whether it did; as
 * the user requested nothing, a failure isn't shown.
 */
async function upgradeToPasskey(owner: AccountOwner): Promise<boolean> {
  const [loaded, fetched] = await Promise.all([loadCreation(), fetchCreationOptions(owner, 'upgrade')])
  if ('status' in loaded || fetched.status === 'failed') return false
  const created = await loaded.autoRegisterPasskey(fetched.value.options)
  if (created.status !== 'done') return false
  const saved = await savePasskey(owner, { purpose: 'upgrade', credential: created.value })
  return saved.status === 'done'
}

function fetchCreationOptions({ config, userId }: AccountOwner, purpose: CreationPurpose) {
  const body: PasskeyOptionsRequest = { purpose, userId }
  return callSiteWithSession<PasskeyCreationOptions>(config, passkeyRequests.options, { body })
}

async function savePasskey(
  { config, userId }: AccountOwner,
  registration: Omit<PasskeyRegistration, 'userId'>,
): Promise<Outcome<Saved>> {
  const body: PasskeyRegistration = { userId, ...registration }
  const saved = await callSiteWithSession<Saved>(config, passkeyRequests.passkeys, { body })
  if (saved.status === 'done') dismissPasskeyHint()
  return saved
}

function loadCreation() {
  return import('@/lib/browser/passkeys/creation').catch(failureOf)
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
