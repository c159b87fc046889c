import 'client-only'
import type { IdentityClient, MailCode, MailOperation, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import { renewSession } from '@/lib/browser/session/renewal'
import { sessionState } from '@/lib/browser/session/session'
import { openSessionBy, type SignInOutcome } from '@/lib/browser/session/sign-in'
import { endSession } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { isSessionProblem } from '@/lib/identity/problem'
import { routes, type SitePath } from '@/lib/site/routes'
import { rememberLinkEmail } from './address'

/** What can be sent to whoever asks, signed in or not. */
export type MailKind = 'reset' | 'sign-in'
type MailRequest = { kind: MailKind; email: string; next: SitePath }

/**
 * Has a message sent, whose link leads to `next` in the end. That there is no account, or one that is switched off, is not
 * told: nobody learns here who has one.
 */
export async function requestMail(config: PublicConfig, request: MailRequest): Promise<Outcome<void>> {
  const outcome = await askIdentity(config, (client) => send(client, request))
  if (outcome.status === 'failed' && !tellsOfAccount(outcome.code))
    return request.kind === 'sign-in' ? translated(outcome, ofSignInLinks) : outcome
  if (request.kind === 'sign-in') rememberLinkEmail(request.email)
  return { status: 'done', value: undefined }
}

/** What a link would do, and for whom, without using it up. A code that does not fit its link is worth nothing. */
export async function readMailLink(
  config: PublicConfig,
  { mode, code }: MailLink,
): Promise<Outcome<MailCode>> {
  const outcome = ofAccount(await askIdentity(config, (client) => client.readCode(code)))
  const isMeant = outcome.status === 'failed' || outcome.value.operation === operations[mode]
  return isMeant ? outcome : { status: 'failed', code: 'invalid-action-code' }
}

/**
 * Uses a link up: its address holds from now on. It is read first, whatever the page has read before: nothing is done by
 * a code of another kind than what the person was told.
 */
export async function confirmMailLink(config: PublicConfig, link: MailLink): Promise<Outcome<MailCode>> {
  const read = await readMailLink(config, link)
  if (read.status === 'failed') return read
  const used = ofAccount(await askIdentity(config, (client) => client.useCode(link.code)))
  if (used.status === 'done') return read
  return translated(used, { 'email-already-in-use': takenAddresses[link.mode] ?? used.code })
}

/** Uses a link up to give its account this password. */
export async function saveNewPassword(
  config: PublicConfig,
  { code }: MailLink,
  password: string,
): Promise<Outcome<void>> {
  return ofAccount(await askIdentity(config, (client) => client.resetPassword(code, password)))
}

/**
 * Signs in by a link, as the person who asked for it with this address. Where the link is used up and our own server did not
 * open the session, the next try does the rest.
 */
export async function signInByMailLink(
  config: PublicConfig,
  { mode, code }: MailLink,
  email: string,
): Promise<SignInOutcome> {
  // Made anew of what was parsed: the SDK would follow further links inside the page's own address.
  const apiKey = config.identity?.apiKey ?? ''
  const link = `${location.origin}${routes.authAction()}?${new URLSearchParams({ mode, oobCode: code, apiKey })}`
  const outcome = await openSessionBy(config, (client) =>
    usedUp === code ? client.freshToken() : client.signInByLink(email, link),
  )
  if (outcome.status === 'signed-in') return outcome
  if (usedUp === code) return translated(outcome, ofUsedUp)
  if (isSessionProblem(outcome)) usedUp = code
  return translated(outcome, { ...ofSignInLinks, 'invalid-email': 'link-of-other-address' })
}

let usedUp: string | null = null

/** The sign-in by then is too long ago for a session, or was ended here: no press can mend that, a new link can. */
const ofUsedUp: Meanings = { 'session-refused': 'invalid-action-code', 'no-user': 'invalid-action-code' }

/**
 * Lets the session here say what has just changed, and ends it if the provider has: it trusts no token from before a new
 * password or address. Whether there still is one; a fault on the way changes nothing.
 */
export async function settleSession(config: PublicConfig): Promise<boolean> {
  const renewal = await renewSession(config)
  if (renewal.status === 'ended') return !(await endSession(config, 'ended'))
  return renewal.status !== 'refused' || (await sessionState.refresh())?.signedIn !== false
}

const operations: Record<MailMode, MailOperation> = {
  verifyEmail: 'verify-email',
  resetPassword: 'reset-password',
  recoverEmail: 'recover-email',
  verifyAndChangeEmail: 'change-email',
  signIn: 'other',
}

/** Whoever has the old address by now may be a stranger: nobody is sent to sign in there. */
const takenAddresses: Partial<Record<MailMode, IdentityErrorCode>> = {
  recoverEmail: 'link-old-address-taken',
  verifyAndChangeEmail: 'link-new-address-taken',
}

/** The provider has one word for all ways to sign in that are switched off. */
const ofSignInLinks: Meanings = { 'operation-not-allowed': 'link-off' }

function send(client: IdentityClient, { kind, email, next }: MailRequest): Promise<Outcome<void>> {
  return kind === 'reset'
    ? client.sendPasswordReset(email, location.origin + routes.loginThen(next))
    : client.sendSignInLink(email, location.origin + routes.authAction(next))
}

function tellsOfAccount(code: IdentityErrorCode): boolean {
  return code === 'user-not-found' || code === 'user-disabled'
}

/** An account that is gone takes its links with it. */
function ofAccount<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.status === 'failed'
    ? translated(outcome, { 'user-not-found': 'invalid-action-code' })
    : outcome
}

type Meanings = Partial<Record<IdentityErrorCode, IdentityErrorCode>>

/** Codes that mean something else at a link than at a password. */
function translated<T extends { code: IdentityErrorCode }>(problem: T, meanings: Meanings): T {
  return { ...problem, code: meanings[problem.code] ?? problem.code }
}
