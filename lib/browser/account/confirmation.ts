import 'client-only'
import type { Confirmation, IdentityClient } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import { openSessionBy, openSessionByPassword, type SignInOutcome } from '@/lib/browser/session/sign-in'
import { watchTabs } from '@/lib/browser/session/tabs'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import type { AccountOwner } from './owner'

/** When the user last confirmed on this page, by the site's clock: seconds since 1970. */
let confirmedAt = 0

/** The user has confirmed just now. */
export function noteConfirmation(): void {
  confirmedAt = siteTime() / 1000
}

/** Leaves time to type. */
const marginMs = 30_000

/** Whether to ask for confirmation first. `authenticatedAt` is the last sign-in, seconds since 1970. */
export function needsConfirmation(authenticatedAt: number): boolean {
  return !isRecentSignIn(Math.max(authenticatedAt, confirmedAt), siteTime() + marginMs)
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
  if (outcome.status === 'signed-in') noteConfirmation()
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
    noteConfirmation()
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
