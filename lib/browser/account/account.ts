import 'client-only'
import type { ProfileChange } from '@/lib/account'
import type { Confirmation, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import { openSessionBy, openSessionByPassword, type SignInOutcome } from '@/lib/browser/session/sign-in'
import { watchTabs } from '@/lib/browser/session/tabs'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { IdentityProblem } from '@/lib/identity/problem'
import type { Provider } from '@/lib/identity/providers'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { routes } from '@/lib/site/routes'
import { settleSessions } from './sessions'

/** The result of an account operation. */
export type Step = { status: 'done' } | Failure
type Failure = { status: 'failed' } & IdentityProblem

/** The account the page was rendered for. */
export type AccountOwner = { config: PublicConfig; userId: string }

/** When the user last confirmed on this page, seconds since 1970. */
let confirmedAt = 0

/** Leaves time to type. */
const marginMs = 30_000

/** Whether to ask for confirmation first. `authenticatedAt` is the last sign-in, seconds since 1970. */
export function needsConfirmation(authenticatedAt: number): boolean {
  return !isRecentSignIn(Math.max(authenticatedAt, confirmedAt), Date.now() + marginMs)
}

/**
 * Whether to confirm and retry: the provider or our server asks for it, or the SDK's user is lost or invalid.
 * Revoked tokens mean signed out instead.
 */
export function isConfirmationWanted({ code }: { code?: IdentityErrorCode | undefined }): boolean {
  return code !== undefined && wantConfirmation.includes(code)
}

const wantConfirmation: readonly IdentityErrorCode[] = [
  'requires-recent-login',
  'recent-sign-in-needed',
  'invalid-user-token',
  'null-user',
]

/** Confirms the user by password; the session then counts as freshly signed in. */
export async function confirmPerson(
  config: PublicConfig,
  confirmation: Confirmation,
): Promise<SignInOutcome> {
  const outcome = confirmed(
    await openSessionByPassword(config, (client) => client.confirmPassword(confirmation)),
  )
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-outdated'
  return isOutdated ? { status: 'failed', code: 'password-outdated-to-confirm' } : outcome
}

/** The same by a popup of one of their providers, however long that takes. */
export async function confirmByProvider(
  { config, userId }: AccountOwner,
  provider: Provider,
): Promise<SignInOutcome> {
  const ready = await askIdentity(config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const confirm = async (client: IdentityClient) =>
    (await client.providers()).confirmByPopup({ userId, provider })
  return confirmed(await openSessionBy(config, confirm, { limitMs: null }))
}

function confirmed(outcome: SignInOutcome): SignInOutcome {
  if (outcome.status === 'signed-in') confirmedAt = Date.now() / 1000
  return outcome
}

/**
 * Calls the listener once the user has signed in again in another tab, e.g. with an email link. Returns the
 * unsubscribe function. Waits for our broadcast, sent once the server's session is open, then polls the SDK,
 * which learns of it later. The SDK's own event could come before that session, and fires for this tab, too.
 */
export function watchForNewSignIn(owner: AccountOwner, listener: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let before: number | null = null
  let triesLeft = 0
  const first = lastSignIn(owner).then((at) => {
    before = at
  })

  async function ask(): Promise<void> {
    const isAsking = triesLeft > 0
    triesLeft = askTimes
    if (isAsking) return
    await first
    for (; triesLeft > 0 && !signal.aborted; triesLeft--) {
      const now = await lastSignIn(owner)
      if (now !== null && before !== null && now > before) return tell()
      before ??= now
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
  }

  function tell(): void {
    if (signal.aborted) return
    stop()
    confirmedAt = Date.now() / 1000
    listener()
  }

  function stop(): void {
    stopping.abort()
    stopTabs()
  }

  const stopTabs = watchTabs((event) => event === 'signed-in' && void ask())
  const askIfSeen = () => document.visibilityState === 'visible' && void ask()
  document.addEventListener('visibilitychange', askIfSeen, { signal })
  return stop
}

const askTimes = 10
const askEveryMs = 500

/** Seconds since 1970; 0 for a different user or none, null if unknown. */
async function lastSignIn({ config, userId }: AccountOwner): Promise<number | null> {
  const outcome = await askIdentity(config, (client) => client.lastSignIn())
  if (outcome.status === 'failed') return outcome.code === 'requires-recent-login' ? 0 : null
  return outcome.value.userId === userId ? outcome.value.at : 0
}

/** Updates name and picture at the provider. */
export function changeProfile(owner: AccountOwner, change: ProfileChange): Promise<Step> {
  return takeStep(owner, (client) => client.changeProfile(change))
}

/** Sends the verification email. */
export function sendVerification(owner: AccountOwner): Promise<Step> {
  return takeStep(owner, (client) => client.sendVerification(accountUrl()))
}

/**
 * Emails the new address; nothing changes until the link is used. An address already in use gets the same
 * response, so it doesn't reveal who has an account.
 */
export async function requestEmailChange(owner: AccountOwner, email: string): Promise<Step> {
  const step = await takeStep(owner, (client) => client.changeEmail(email, accountUrl()))
  return step.status === 'failed' && step.code === 'email-already-in-use' ? { status: 'done' } : step
}

/**
 * `isRenewed`: if false this session ends soon, as the provider revokes tokens from before the change.
 * `haveOthersEnded`: if false we couldn't reach our server to end them.
 */
export type PasswordChange = Failure | { status: 'changed'; isRenewed: boolean; haveOthersEnded: boolean }

/** Sets a password. This session gets a new cookie, all others end immediately. */
export async function changePassword(owner: AccountOwner, password: string): Promise<PasswordChange> {
  const { config } = owner
  const changed = await askAsOwner(owner, (client) => client.changePassword(password))
  if (changed.status === 'failed')
    return changed.code === 'timeout' ? { ...changed, code: 'account-password-unknown' } : changed
  const settled = await settleSessions(config, changed.value)
  if (settled.isRenewed) confirmedAt = Date.now() / 1000
  return { status: 'changed', ...settled }
}

async function takeStep<T>(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Step> {
  const outcome = await askAsOwner(owner, call)
  return outcome.status === 'done' ? { status: 'done' } : outcome
}

/** The stored user may have changed since: never touch a different account. */
export function askAsOwner<T>(
  { config, userId }: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
  limit?: { limitMs: null },
): Promise<Outcome<T>> {
  const asked = async (client: IdentityClient): Promise<Outcome<T>> => {
    const stored = await client.storedUser()
    const isTheirs = stored.status === 'present' && stored.userId === userId
    return isTheirs ? call(client) : { status: 'failed', code: 'requires-recent-login' }
  }
  return askIdentity(config, asked, limit)
}

/** Where links in emails return to. */
function accountUrl(): string {
  return new URL(routes.account, location.origin).href
}
