import 'client-only'
import type { Credentials, MailCode, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity, storedUser } from '@/lib/browser/identity/identity'
import { callSite } from '@/lib/browser/identity/site-requests'
import { isCreatedHere } from '@/lib/browser/session/created-here'
import { endSession } from '@/lib/browser/session/ending'
import { rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { renewSession } from '@/lib/browser/session/renewal'
import { sessionState } from '@/lib/browser/session/session'
import {
  hasNews,
  keepProof,
  pathAfterSignIn,
  type SignInOutcome,
  signIn,
  signInByProof,
  signInWith,
} from '@/lib/browser/session/sign-in'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { parseJson } from '@/lib/json'
import type { ProofAnswer } from '@/lib/session/address-proof'
import { proofRequests } from '@/lib/site/proof-routes'
import { routes, type SitePath } from '@/lib/site/routes'

/** Emails anyone can request, signed in or not. */
export type MailKind = 'reset' | 'sign-in'
type MailRequest = LinkRequest & { kind: MailKind; next: SitePath }

/**
 * Sends an email whose link continues at `next`. Missing and disabled accounts look like success, so it doesn't reveal who
 * has an account.
 */
export async function requestMail(config: PublicConfig, request: MailRequest): Promise<Outcome<void>> {
  const { kind, email, next } = request
  const outcome = await (kind === 'reset'
    ? callIdentity(config, (client) =>
        client.sendPasswordReset(email, location.origin + routes.loginThen(next)),
      )
    : callSite<void>(proofRequests.links, { body: { email, next } }))
  if (outcome.status === 'failed' && !revealsAccount(outcome.code)) return outcome
  if (kind === 'sign-in') rememberLinkRequest(request)
  return { status: 'done', value: undefined }
}

function revealsAccount(code: IdentityErrorCode): boolean {
  return code === 'user-not-found' || code === 'user-disabled'
}

/** What a link does and for which address, without consuming it. A code of another mode is invalid. */
export async function readMailLink(
  config: PublicConfig,
  { mode, code }: MailLink,
): Promise<Outcome<MailCode>> {
  const outcome = await callIdentity(config, (client) => client.readCode(code))
  if (outcome.status === 'failed') return mapCode(outcome, deletedUserCodes)
  return outcome.value.mode === mode ? outcome : { status: 'failed', code: 'invalid-action-code' }
}

/** What a link has done, and for one that restores an address, whom its proof has signed in. */
type Confirmed = { code: MailCode; signedIn: Extract<SignInOutcome, { status: 'signed-in' }> | null }

/**
 * Consumes a link that verifies, changes or restores an address. Reads it first, even if the page has: the code must do
 * what the user was told.
 */
export async function confirmMailLink(config: PublicConfig, link: MailLink): Promise<Outcome<Confirmed>> {
  const read = await readMailLink(config, link)
  if (read.status === 'failed') return read
  const proved = await proveByCode(link)
  if (proved.status === 'failed') return proved
  const used = await callIdentity(config, (client) => client.useCode(link.code))
  if (used.status === 'failed') return mapCode(used, { ...deletedUserCodes, ...addressTakenCodes[link.mode] })
  const { value: code } = read
  // Whoever had changed the address keeps nothing.
  const opened =
    link.mode === 'recoverEmail' ? await signInByProof(config, { email: code.email ?? '' }) : null
  if (opened?.status === 'failed') return opened
  return { status: 'done', value: { code, signedIn: opened } }
}

/** Consumes a link to set its account's password. */
export async function saveNewPassword(
  config: PublicConfig,
  link: MailLink,
  password: string,
): Promise<Outcome<void>> {
  const proved = await proveByCode(link)
  if (proved.status === 'failed') return proved
  const outcome = await callIdentity(config, (client) => client.resetPassword(link.code, password))
  return mapCode(outcome, deletedUserCodes)
}

/**
 * Signs in with a password that a mailed link has just set. It stays where the account gets a new user: what else others had
 * set up goes.
 */
export async function signInAfterReset(
  config: PublicConfig,
  credentials: Credentials,
): Promise<SignInOutcome> {
  return (await signInByProof(config, credentials)) ?? signIn(config, credentials)
}

/** Signs in with a link and the address it was sent to. */
export async function signInByMailLink(
  config: PublicConfig,
  mailLink: MailLink,
  email: string,
): Promise<SignInOutcome> {
  const redeem = () =>
    signInWith(config, (client) => client.signInByLink(email, mailLinkUrl(config, mailLink)))
  const signingIn = proveByNonce(config, mailLink, email).then((opened) => opened ?? redeem())
  return mapCode(await rememberIfSignedIn('link', signingIn), signInLinkCodes)
}

/**
 * Asks our server about the nonce of a link before its code is used: a link that it didn't send signs nobody in. Null if the
 * nonce is known and goes with the sign-in. What it opens alone needs no code.
 */
export async function proveByNonce(
  config: PublicConfig,
  { nonce }: Pick<MailLink, 'nonce'>,
  email: string,
): Promise<SignInOutcome | null> {
  if (!nonce) return { status: 'failed', code: 'invalid-action-code' }
  keepProof(nonce)
  return signInByProof(config, { email })
}

/**
 * Gets and keeps the proof for a code that is about to be used; the server doesn't consume it. Without a proof the code must
 * stay unused: it could never prove anything again.
 */
async function proveByCode({ code }: MailLink): Promise<Outcome<unknown>> {
  const answer = await callSite<ProofAnswer>(proofRequests.proofs, { body: { code } })
  if (answer.status === 'done') keepProof(answer.value.proof)
  return answer
}

/** Whether this browser's session is of the account with this address. */
export async function isSignedInAs(email: string | null): Promise<boolean> {
  const state = await sessionState.refresh()
  return Boolean(email && state?.signedIn && state.email?.toLowerCase() === email.toLowerCase())
}

/**
 * Whether a proof of this address from here ends the password that signs in the stored user: this browser hasn't created that
 * user. The password stays if it is typed and signs in with the proof.
 */
export async function endsPassword(config: PublicConfig, email: string): Promise<boolean> {
  const stored = await storedUser(config)
  if (stored?.status !== 'present' || stored.passwordEmail !== email) return false
  return !(await isCreatedHere(stored.providerUserId))
}

/** Rebuilds a link for the SDK from its parsed parts, as the SDK would follow links nested in the page's URL. */
export function mailLinkUrl({ identity }: PublicConfig, { mode, code }: MailLink): string {
  const query = new URLSearchParams({ mode, oobCode: code, apiKey: identity?.apiKey ?? '' })
  return `${location.origin}${routes.authAction()}?${query}`
}

/**
 * Renews the session after a change, or ends it if the provider has: a new password or address revokes older tokens.
 * Returns where to continue; null if no session is left. Errors change nothing.
 */
export async function settleSession(config: PublicConfig, next: SitePath): Promise<SitePath | null> {
  const renewal = await renewSession(config)
  if (renewal.status === 'renewed' && hasNews(renewal)) return pathAfterSignIn(renewal, next)
  const hasEnded =
    renewal.status === 'revoked'
      ? await endSession(config, 'ended')
      : renewal.status === 'refused' && (await sessionState.refresh())?.signedIn === false
  return hasEnded ? null : next
}

/** Codes that mean something different for a link than for a password. */
type CodeMap = Partial<Record<IdentityErrorCode, IdentityErrorCode>>

const deletedUserCodes: CodeMap = { 'user-not-found': 'invalid-action-code' }

const signInLinkCodes: CodeMap = {
  // The provider uses one code for every disabled sign-in method.
  'operation-not-allowed': 'link-off',
  'invalid-email': 'link-of-other-address',
  'proof-of-other-address': 'link-of-other-address',
  'proof-unknown': 'invalid-action-code',
}

/** The address may belong to a different user by now, so don't suggest signing in with it. */
const addressTakenCodes: Partial<Record<MailMode, CodeMap>> = {
  recoverEmail: { 'email-already-in-use': 'link-old-address-taken' },
  verifyAndChangeEmail: { 'email-already-in-use': 'link-new-address-taken' },
}

function mapCode<T extends { status: string; code?: IdentityErrorCode }>(outcome: T, codes: CodeMap): T {
  return outcome.code ? { ...outcome, code: codes[outcome.code] ?? outcome.code } : outcome
}

/** Longer than any link is valid. */
const maxAgeMs = 24 * 3_600_000

/**
 * A request for a sign-in link, stored so this browser needn't ask for the address when the link is opened. `addsTo` is the
 * user whose account gets sign-in links. It's never in a URL: otherwise an attacker could send a link for their own address
 * and get into the account of the user who opens it.
 */
export type LinkRequest = { email: string; addsTo?: string | undefined }

/** Remembers the request until the next sign-in or sign-out. */
export function rememberLinkRequest({ email, addsTo }: LinkRequest): void {
  const stored = JSON.stringify({ email, addsTo, until: Date.now() + maxAgeMs })
  tryStorage(({ local }) => local.setItem(personal.linkEmail, stored))
}

/** The stored request; null if there's none. Deletes one that is older than a day by this browser's clock. */
export function rememberedLinkRequest(): LinkRequest | null {
  const stored = parseJson(tryStorage(({ local }) => local.getItem(personal.linkEmail)) ?? null)
  const { email, addsTo, until } = Object(stored) as Record<string, unknown>
  const remainingMs = Number(until) - Date.now()
  // A corrected clock can leave more than a day; one set back by years would keep it for years.
  if (typeof email === 'string' && remainingMs > 0 && remainingMs <= 2 * maxAgeMs)
    return { email, addsTo: typeof addsTo === 'string' ? addsTo : undefined }
  forgetPersonal([personal.linkEmail])
  return null
}
