import 'client-only'
import type { ProfileChange } from '@/lib/account'
import type { Confirmation, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import { openSessionBy, openSessionByPassword, type SignInOutcome } from '@/lib/browser/session/sign-in'
import { watchTabs } from '@/lib/browser/session/tabs'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { IdentityProblem } from '@/lib/identity/problem'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { routes } from '@/lib/site/routes'
import { endOtherSessions } from './sessions'

/** What became of a step that a person took with their account. */
export type Step = { status: 'done' } | Failure
type Failure = { status: 'failed' } & IdentityProblem

/** Whose account it is, by the page they see. */
export type AccountOwner = { config: PublicConfig; userId: string }

/** When the password was last confirmed on this page, seconds since 1970. */
let confirmedAt = 0

/** A little is left for typing. */
const marginMs = 30_000

/** Whether the person should confirm first that it is them: they signed in then, seconds since 1970. */
export function needsConfirmation(authenticatedAt: number): boolean {
  return !isRecentSignIn(Math.max(authenticatedAt, confirmedAt), Date.now() + marginMs)
}

/**
 * Whether a step may be repeated after a confirmation: the provider wants one, our server does, or the user that the SDK
 * has is lost or worth nothing. One whose tokens have been revoked is out instead.
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

/** Confirms that it is them, by their password; this session goes on as one of somebody who has just signed in. */
export async function confirmPerson(
  config: PublicConfig,
  confirmation: Confirmation,
): Promise<SignInOutcome> {
  const outcome = await openSessionByPassword(config, (client) => client.confirmPassword(confirmation))
  if (outcome.status === 'signed-in') confirmedAt = Date.now() / 1000
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-outdated'
  return isOutdated ? { status: 'failed', code: 'password-outdated-to-confirm' } : outcome
}

/**
 * Tells once the person has signed in anew in another tab of this browser, as by a link they were sent. Returns the way
 * to stop. The SDK here hears of it later than our own tabs do, so it is asked for some seconds.
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

/** Seconds since 1970; 0 where it is somebody else or nobody; null if that cannot be told. */
async function lastSignIn({ config, userId }: AccountOwner): Promise<number | null> {
  const outcome = await askIdentity(config, (client) => client.lastSignIn())
  if (outcome.status === 'failed') return outcome.code === 'requires-recent-login' ? 0 : null
  return outcome.value.userId === userId ? outcome.value.at : 0
}

/** Changes name and picture at the provider. */
export function changeProfile(owner: AccountOwner, change: ProfileChange): Promise<Step> {
  return takeStep(owner, (client) => client.changeProfile(change))
}

/** Has a message sent that shows whether the address is theirs. */
export function sendVerification(owner: AccountOwner): Promise<Step> {
  return takeStep(owner, (client) => client.sendVerification(accountUrl()))
}

/**
 * Has a message sent to the new address; nothing changes before its link is used. An address that has an account
 * already reads the same: who has one is not told here.
 */
export async function requestEmailChange(owner: AccountOwner, email: string): Promise<Step> {
  const step = await takeStep(owner, (client) => client.changeEmail(email, accountUrl()))
  return step.status === 'failed' && step.code === 'email-already-in-use' ? { status: 'done' } : step
}

/**
 * `isRenewed`: this session goes on; else it ends soon, as the provider trusts none from before the change. `haveOthersEnded`:
 * else our site could not be told to end them.
 */
export type PasswordChange = Failure | { status: 'changed'; isRenewed: boolean; haveOthersEnded: boolean }

/** Sets a password. This session goes on with a new cookie, all others end at once. */
export async function changePassword(owner: AccountOwner, password: string): Promise<PasswordChange> {
  const { config } = owner
  const changed = await ask(owner, (client) => client.changePassword(password))
  if (changed.status === 'failed')
    return changed.code === 'timeout' ? { ...changed, code: 'account-password-unknown' } : changed
  const token = changed.value
  const session = token && (await openSessionBy(config, async () => ({ status: 'done', value: token })))
  const haveOthersEnded = await endOtherSessions(config)
  const isRenewed = session?.status === 'signed-in'
  if (isRenewed) confirmedAt = Date.now() / 1000
  return { status: 'changed', isRenewed, haveOthersEnded }
}

async function takeStep<T>(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Step> {
  const outcome = await ask(owner, call)
  return outcome.status === 'done' ? { status: 'done' } : outcome
}

/** The SDK may have stored somebody else since: nothing is done to their account. */
function ask<T>(
  { config, userId }: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return askIdentity(config, async (client) => {
    const stored = await client.storedUser()
    const isTheirs = stored.status === 'present' && stored.userId === userId
    return isTheirs ? call(client) : { status: 'failed', code: 'requires-recent-login' }
  })
}

/** Where the links of messages lead back to. */
function accountUrl(): string {
  return new URL(routes.account, location.origin).href
}
