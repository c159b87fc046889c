import 'client-only'
import type { Confirmation, IdentityClient } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import { watchTabs } from '@/lib/browser/session/session'
import { type SignInOutcome, signInWith, signInWithKnownPassword } from '@/lib/browser/session/sign-in'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import type { AccountOwner } from './owner'

/** The last confirmation on this page, by the site's clock: seconds since 1970. */
let confirmedAt = 0

export function recordConfirmation(): void {
  confirmedAt = siteTime() / 1000
}

/** Leaves time to type. */
const typingMarginMs = 30_000

/** Whether to ask for confirmation first. `authenticatedAt` is the last sign-in, seconds since 1970. */
export function needsConfirmation(authenticatedAt: number): boolean {
  return !isRecentSignIn(Math.max(authenticatedAt, confirmedAt), siteTime() + typingMarginMs)
}

/**
 * Whether an outcome's code means to confirm and retry: the provider or our server requires it, or the SDK's user is missing
 * or invalid. Revoked tokens mean signed out instead.
 */
export function isConfirmationError({ code }: { code?: IdentityErrorCode | undefined }): boolean {
  return code !== undefined && confirmationCodes.includes(code)
}

const confirmationCodes: readonly IdentityErrorCode[] = [
  'requires-recent-login',
  'recent-sign-in-needed',
  'invalid-user-token',
  'null-user',
]

/** Confirms the user by password; the session then counts as freshly signed in. */
export async function confirmByPassword(
  config: PublicConfig,
  confirmation: Confirmation,
): Promise<SignInOutcome> {
  const outcome = recordIfSignedIn(
    await signInWithKnownPassword(config, (client) => client.confirmPassword(confirmation)),
  )
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-outdated'
  return isOutdated ? { status: 'failed', code: 'password-outdated-to-confirm' } : outcome
}

/** Confirms the user by a popup of one of their providers, without a time limit. */
export async function confirmByProvider(
  { config, userId }: AccountOwner,
  provider: Provider,
): Promise<SignInOutcome> {
  const ready = await callIdentity(config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const confirm = async (client: IdentityClient) =>
    (await client.providers()).confirmByPopup({ userId, provider })
  return recordIfSignedIn(await signInWith(config, confirm, { limitMs: null }))
}

function recordIfSignedIn(outcome: SignInOutcome): SignInOutcome {
  if (outcome.status === 'signed-in') recordConfirmation()
  return outcome
}

/**
 * Calls the listener once the user has signed in again in another tab, e.g. with a sign-in link. Returns the unsubscribe
 * function. Waits for our broadcast, sent once the server's session is open, then polls the SDK, which learns of it later.
 * The SDK's own event could come before that session, and fires for this tab, too.
 */
export function watchForNewSignIn(owner: AccountOwner, listener: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let before: number | null = null
  let pollsLeft = 0
  const initialSignIn = fetchLastSignIn(owner).then((at) => {
    before = at
  })

  async function poll(): Promise<void> {
    const isPolling = pollsLeft > 0
    pollsLeft = maxPolls
    if (isPolling) return
    await initialSignIn
    for (; pollsLeft > 0 && !signal.aborted; pollsLeft--) {
      const now = await fetchLastSignIn(owner)
      if (now !== null && before !== null && now > before) return finish()
      before ??= now
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    }
  }

  function finish(): void {
    if (signal.aborted) return
    stop()
    recordConfirmation()
    listener()
  }

  function stop(): void {
    stopping.abort()
    stopTabs()
  }

  const stopTabs = watchTabs((event) => event === 'signed-in' && void poll())
  const pollIfVisible = () => document.visibilityState === 'visible' && void poll()
  document.addEventListener('visibilitychange', pollIfVisible, { signal })
  return stop
}

const maxPolls = 10
const pollIntervalMs = 500

/** Seconds since 1970; 0 for a different user or none, null if unknown. */
async function fetchLastSignIn({ config, userId }: AccountOwner): Promise<number | null> {
  const outcome = await callIdentity(config, (client) => client.lastSignIn())
  if (outcome.status === 'failed') return outcome.code === 'requires-recent-login' ? 0 : null
  return outcome.value.userId === userId ? outcome.value.at : 0
}
