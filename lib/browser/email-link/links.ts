import 'client-only'
import type { IdentityClient, MailCode, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import { endHere } from '@/lib/browser/session/ending'
import { rememberIfSignedIn } from '@/lib/browser/session/last-used'
import { renewSession } from '@/lib/browser/session/renewal'
import { reportAttempt } from '@/lib/browser/session/report-attempt'
import { sessionState } from '@/lib/browser/session/session'
import { type SignInOutcome, signInWith } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { isSessionError } from '@/lib/identity/session-error'
import { routes, type SitePath } from '@/lib/site/routes'
import { type LinkRequest, rememberLinkRequest } from './link-request'

/** Emails anyone can request, signed in or not. */
export type MailKind = 'reset' | 'sign-in'
type MailRequest = LinkRequest & { kind: MailKind; next: SitePath }

/**
 * Sends an email whose link ends at `next`. Missing and disabled accounts look like success, so it doesn't
 * reveal who has an account.
 */
export function requestMail(config: PublicConfig, request: MailRequest): Promise<Outcome<void>> {
  const sending = sendMail(config, request)
  const isToSignIn = request.kind === 'sign-in' && !request.addsTo
  return isToSignIn ? reportAttempt('email-link', sending) : sending
}

async function sendMail(config: PublicConfig, request: MailRequest): Promise<Outcome<void>> {
  const outcome = await callIdentity(config, (client) => send(client, request))
  if (outcome.status === 'failed' && !revealsAccount(outcome.code))
    return request.kind === 'sign-in' ? mapCode(outcome, ofSignInLinks) : outcome
  if (request.kind === 'sign-in') rememberLinkRequest(request)
  return { status: 'done', value: undefined }
}

/** What a link does and for whom, without consuming it. A code of another mode is invalid. */
export async function readMailLink(
  config: PublicConfig,
  { mode, code }: MailLink,
): Promise<Outcome<MailCode>> {
  const outcome = withMissingUserAsInvalid(await callIdentity(config, (client) => client.readCode(code)))
  const isMeant = outcome.status === 'failed' || outcome.value.mode === mode
  return isMeant ? outcome : { status: 'failed', code: 'invalid-action-code' }
}

/**
 * Consumes a link, which applies its address. Reads it first, whatever the page read before: the code must do
 * what the user was told.
 */
export async function confirmMailLink(config: PublicConfig, link: MailLink): Promise<Outcome<MailCode>> {
  const read = await readMailLink(config, link)
  if (read.status === 'failed') return read
  const used = withMissingUserAsInvalid(await callIdentity(config, (client) => client.useCode(link.code)))
  if (used.status === 'done') return read
  return mapCode(used, { 'email-already-in-use': takenAddresses[link.mode] ?? used.code })
}

/** Consumes a link to set its account's password. */
export async function saveNewPassword(
  config: PublicConfig,
  { code }: MailLink,
  password: string,
): Promise<Outcome<void>> {
  return withMissingUserAsInvalid(
    await callIdentity(config, (client) => client.resetPassword(code, password)),
  )
}

/**
 * Signs in with a link and the address it was sent to. If the link was consumed but our server didn't open
 * the session, a retry only opens the session.
 */
export function signInByMailLink(
  config: PublicConfig,
  mailLink: MailLink,
  email: string,
): Promise<SignInOutcome> {
  return reportAttempt('email-link', signInOrResume(config, mailLink, email), { continues: true })
}

async function signInOrResume(
  config: PublicConfig,
  mailLink: MailLink,
  email: string,
): Promise<SignInOutcome> {
  const { code } = mailLink
  const link = mailLinkUrl(config, mailLink)
  const signingIn = signInWith(config, (client) =>
    usedUp === code ? client.freshToken() : client.signInByLink(email, link),
  )
  const outcome = await rememberIfSignedIn('link', signingIn)
  if (outcome.status === 'signed-in') return outcome
  if (usedUp === code) return mapCode(outcome, ofUsedUp)
  if (isSessionError(outcome)) usedUp = code
  return mapCode(outcome, { ...ofSignInLinks, 'invalid-email': 'link-of-other-address' })
}

/** A link as the SDK wants it, rebuilt from the parsed parts: it would follow links nested in the page's own URL. */
export function mailLinkUrl({ identity }: PublicConfig, { mode, code }: MailLink): string {
  const query = new URLSearchParams({ mode, oobCode: code, apiKey: identity?.apiKey ?? '' })
  return `${location.origin}${routes.authAction()}?${query}`
}

let usedUp: string | null = null

/** The sign-in is too old for a session, or was ended here: retrying can't help, a new link can. */
const ofUsedUp: Meanings = { 'session-refused': 'invalid-action-code', 'no-user': 'invalid-action-code' }

/**
 * Updates the session after a change, or ends it if the provider has: it revokes tokens from before a new
 * password or address. Returns whether a session is left; errors change nothing.
 */
export async function settleSession(config: PublicConfig): Promise<boolean> {
  const renewal = await renewSession(config)
  if (renewal.status === 'ended') return !(await endHere(config, 'ended'))
  return renewal.status !== 'refused' || (await sessionState.refresh())?.signedIn !== false
}

/** The old address may belong to a stranger by now: don't suggest signing in with it. */
const takenAddresses: Partial<Record<MailMode, IdentityErrorCode>> = {
  recoverEmail: 'link-old-address-taken',
  verifyAndChangeEmail: 'link-new-address-taken',
}

/** The provider uses one code for every disabled sign-in method. */
const ofSignInLinks: Meanings = { 'operation-not-allowed': 'link-off' }

function send(client: IdentityClient, { kind, email, next }: MailRequest): Promise<Outcome<void>> {
  return kind === 'reset'
    ? client.sendPasswordReset(email, location.origin + routes.loginThen(next))
    : client.sendSignInLink(email, location.origin + routes.authAction(next))
}

function revealsAccount(code: IdentityErrorCode): boolean {
  return code === 'user-not-found' || code === 'user-disabled'
}

/** A deleted account's links are invalid. */
function withMissingUserAsInvalid<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.status === 'failed' ? mapCode(outcome, { 'user-not-found': 'invalid-action-code' }) : outcome
}

type Meanings = Partial<Record<IdentityErrorCode, IdentityErrorCode>>

/** Codes that mean something different for a link than for a password. */
function mapCode<T extends { code: IdentityErrorCode }>(problem: T, meanings: Meanings): T {
  return { ...problem, code: meanings[problem.code] ?? problem.code }
}
