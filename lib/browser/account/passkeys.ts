import 'client-only'
/** Adds, renames and removes the signed-in user's passkeys. The code for the browser's prompt loads when needed. */
import { failureOf } from '@/lib/browser/identity/fault'
import type { Outcome } from '@/lib/browser/identity/firebase'
import type { CeremonyOutcome } from '@/lib/browser/passkeys/ceremony'
import { preparedChallenge } from '@/lib/browser/passkeys/challenge'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { callPasskeysAsOwner } from '@/lib/browser/passkeys/owner-requests'
import { signalRemoval } from '@/lib/browser/passkeys/signals'
import type { PublicConfig } from '@/lib/config/config'
import type {
  CreationPurpose,
  ListedPasskey,
  PasskeyCreationOptions,
  PasskeyId,
  PasskeyList,
  PasskeyOptionsRequest,
  PasskeyRegistration,
  RemovedPasskey,
} from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import type { StepOutcome } from './account'
import type { AccountOwner } from './owner'
import { reportOtherSessionsEnded } from './sessions'

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

/**
 * Lets the password manager add the user's first passkey right after it filled in the password. Returns whether it did; as
 * the user requested nothing, a failure isn't shown.
 */
export async function upgradeToPasskey(owner: AccountOwner): Promise<boolean> {
  const [loaded, fetched] = await Promise.all([loadCreation(), fetchCreationOptions(owner, 'upgrade')])
  if ('status' in loaded || fetched.status === 'failed') return false
  const created = await loaded.autoRegisterPasskey(fetched.value.options)
  if (created.status !== 'done') return false
  const saved = await savePasskey(owner, { purpose: 'upgrade', credential: created.value })
  return saved.status === 'done'
}

function fetchCreationOptions({ config, userId }: AccountOwner, purpose: CreationPurpose) {
  const body: PasskeyOptionsRequest = { purpose, userId }
  return callPasskeysAsOwner<PasskeyCreationOptions>(config, passkeyRequests.options, { body })
}

async function savePasskey(
  { config, userId }: AccountOwner,
  registration: Omit<PasskeyRegistration, 'userId'>,
): Promise<Outcome<Saved>> {
  const body: PasskeyRegistration = { userId, ...registration }
  const saved = await callPasskeysAsOwner<Saved>(config, passkeyRequests.passkeys, { body })
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
  return callPasskeysAsOwner<Saved>(config, path, { method: 'PUT', body: { name } })
}

/** Removes a passkey, unless it's the last sign-in method. Ends all other sessions. */
export async function requestPasskeyRemoval(config: PublicConfig, id: PasskeyId): Promise<StepOutcome> {
  const path = passkeyRequests.onePasskey(id)
  const removed = await callPasskeysAsOwner<RemovedPasskey>(config, path, { method: 'DELETE' })
  if (removed.status === 'failed') return removed
  void signalRemoval(removed.value)
  reportOtherSessionsEnded()
  return { status: 'done' }
}

/** Whether the user currently has a passkey that works here. */
export async function hasUsablePasskey(config: PublicConfig): Promise<Outcome<boolean>> {
  const list = await fetchPasskeys(config)
  if (list.status === 'failed') return list
  const { isAddressProved, passkeys } = list.value
  return { status: 'done', value: isAddressProved && passkeys.some(({ worksHere }) => worksHere) }
}

export function fetchPasskeys(config: PublicConfig): Promise<Outcome<PasskeyList>> {
  return callPasskeysAsOwner(config, passkeyRequests.passkeys, { method: 'GET' })
}
