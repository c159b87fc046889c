import 'client-only'
import type { Confirmation, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import { type SignInOutcome, signInWith, signInWithKnownPassword } from '@/lib/browser/session/sign-in'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { type AccountOwner, callAsOwner } from './owner'

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
  return recordIfSignedIn(
    await signInWithKnownPassword(config, (client) => client.confirmPassword(confirmation)),
  )
}

/** Confirms the user by a popup of one of their providers, without a time limit. */
export async function confirmByProvider(
  { config, providerUserId }: AccountOwner,
  provider: Provider,
): Promise<SignInOutcome> {
  const ready = await callIdentity(config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const confirm = async (client: IdentityClient) =>
    (await client.providers()).confirmByPopup({ providerUserId, provider })
  return recordIfSignedIn(await signInWith(config, confirm, { limitMs: null }))
}

function recordIfSignedIn(outcome: SignInOutcome): SignInOutcome {
  if (outcome.status === 'signed-in') recordConfirmation()
  return outcome
}

/**
 * Confirms the user by a new sign-in in another tab of this browser, e.g. by a link: `link-not-used` without one. The SDK
 * learns of it within a second.
 */
export async function confirmByNewSignIn(owner: AccountOwner): Promise<Outcome<void>> {
  const last = await callAsOwner(owner, (client) => client.lastSignIn())
  if (last.status === 'failed' && last.code !== 'requires-recent-login') return last
  if (last.status === 'failed' || !isRecentSignIn(last.value, siteTime()))
    return { status: 'failed', code: 'link-not-used' }
  recordConfirmation()
  return { status: 'done', value: undefined }
}
