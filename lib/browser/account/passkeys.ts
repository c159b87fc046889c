import 'client-only'
/** The signed-in user's passkeys: adding, renaming and removing them. What opens the browser's prompt loads when it's needed. */
import { failureOf } from '@/lib/browser/identity/fault'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { preparedChallenge } from '@/lib/browser/passkeys/challenge'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { callPasskeysAsOwner } from '@/lib/browser/passkeys/owner-requests'
import { signalRemoval } from '@/lib/browser/passkeys/signals'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error'
import type {
  CreationPurpose,
  ListedPasskey,
  PasskeyCreationOptions,
  PasskeyId,
  PasskeyList,
  PasskeyOptionsRequest,
  PasskeyRegistration,
  PasskeyRename,
  RemovedPasskey,
} from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import type { StepOutcome } from './account'
import type { AccountOwner } from './owner'
import { reportOtherSessionsEnded } from './sessions'

type Failure = { status: 'failed' } & IdentityError

/** `aborted`: another prompt has taken its place. */
export type AddOutcome = Failure | { status: 'added'; passkey: ListedPasskey } | { status: 'aborted' }

export type RenameOutcome = Failure | { status: 'renamed'; passkey: ListedPasskey }

/** Adds a passkey. `prepare` fetches what the press that calls `add` needs. Both need a recent sign-in. */
export function passkeyAddition(owner: AccountOwner) {
  const challenge = preparedChallenge(() => fetchCreationOptions(owner, 'registration'))

  async function add(): Promise<AddOutcome> {
    const loading = loadCreation()
    const asked = await challenge.take()
    if (asked.status === 'failed') return asked
    const loaded = await loading
    if ('status' in loaded) return loaded
    const created = await loaded.createPasskey(asked.value.options)
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
 * Lets the password manager add the user's first passkey by itself, right after it has filled in their password. Whether it did;
 * nobody has asked for it, so nobody is told why not.
 */
export async function upgradeToPasskey(owner: AccountOwner): Promise<boolean> {
  const [loaded, asked] = await Promise.all([loadCreation(), fetchCreationOptions(owner, 'upgrade')])
  if ('status' in loaded || asked.status === 'failed') return false
  const created = await loaded.autoRegisterPasskey(asked.value.options)
  if (created.status !== 'done') return false
  const saved = await savePasskey(owner, { purpose: 'upgrade', credential: created.value })
  return saved.status === 'added'
}

function fetchCreationOptions({ config, userId }: AccountOwner, purpose: CreationPurpose) {
  const body: PasskeyOptionsRequest = { purpose, userId }
  return callPasskeysAsOwner<PasskeyCreationOptions>(config, passkeyRequests.options, { body })
}

async function savePasskey(
  { config, userId }: AccountOwner,
  made: Omit<PasskeyRegistration, 'userId'>,
): Promise<AddOutcome> {
  const body: PasskeyRegistration = { userId, ...made }
  const saved = await callPasskeysAsOwner<{ passkey: ListedPasskey }>(config, passkeyRequests.passkeys, {
    body,
  })
  if (saved.status === 'failed') return saved
  dismissPasskeyHint()
  return { status: 'added', passkey: saved.value.passkey }
}

function loadCreation() {
  return import('@/lib/browser/passkeys/creation').catch(failureOf)
}

/** Renames a passkey. An empty name gives it back its first one. */
export async function requestPasskeyRename(
  config: PublicConfig,
  id: PasskeyId,
  name: string,
): Promise<RenameOutcome> {
  const body: PasskeyRename = { name }
  const path = passkeyRequests.onePasskey(id)
  const saved = await callPasskeysAsOwner<{ passkey: ListedPasskey }>(config, path, { method: 'PUT', body })
  return saved.status === 'done' ? { status: 'renamed', passkey: saved.value.passkey } : saved
}

/** Removes a passkey, unless it is the last way to sign in. All other sessions end. */
export async function requestPasskeyRemoval(config: PublicConfig, id: PasskeyId): Promise<StepOutcome> {
  const path = passkeyRequests.onePasskey(id)
  const removed = await callPasskeysAsOwner<RemovedPasskey>(config, path, { method: 'DELETE' })
  if (removed.status === 'failed') return removed
  void signalRemoval(removed.value)
  reportOtherSessionsEnded()
  return { status: 'done' }
}

/** Whether the user has a passkey that works here, as of now. */
export async function hasUsablePasskey(config: PublicConfig): Promise<Outcome<boolean>> {
  const asked = await callPasskeysAsOwner<PasskeyList>(config, passkeyRequests.passkeys, { method: 'GET' })
  if (asked.status === 'failed') return asked
  return { status: 'done', value: asked.value.passkeys.some(({ worksHere }) => worksHere) }
}
