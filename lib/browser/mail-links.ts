import 'client-only'
import type { PublicConfig } from '../config'
import type { MailLink, MailMode } from '../mail-link'
import { routes, type SitePath } from '../routes'
import type { MailCode, MailOperation, Outcome } from './firebase'
import { askIdentity, endSession, openSessionBy, type SignInOutcome } from './identity'
import { rememberLinkEmail } from './link-email'
import { renewSession } from './session-renewal'

/** What can be sent to whoever asks, signed in or not. */
export type MailKind = 'reset' | 'sign-in'
type MailRequest = { kind: MailKind; email: string; next: SitePath }

/**
 * Has a message sent, whose link leads to `next` in the end. That there is no account, or one that is switched off, is not
 * told: nobody learns here who has one.
 */
export async function requestMail(
  config: PublicConfig,
  { kind, email, next }: MailRequest,
): Promise<Outcome<void>> {
  if (kind === 'reset') {
    const continueTo = location.origin + routes.loginThen(next)
    const outcome = await askIdentity(config, (client) => client.sendPasswordReset(email, continueTo))
    return tellsOfAccount(outcome) ? { status: 'done', value: undefined } : outcome
  }
  const continueTo = location.origin + routes.authAction(next)
  const outcome = await askIdentity(config, (client) => client.sendSignInLink(email, continueTo))
  if (outcome.status === 'done') rememberLinkEmail(email)
  return outcome.status === 'failed' ? translated(outcome, { 'operation-not-allowed': 'link-off' }) : outcome
}

/** Has a message sent that confirms the address of whoever is signed in here. */
export function requestVerification(config: PublicConfig, next: SitePath): Promise<Outcome<void>> {
  return askIdentity(config, (client) => client.sendVerification(location.origin + next))
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

/** Uses a link up: its address holds from now on. */
export async function confirmMailLink(config: PublicConfig, { code }: MailLink): Promise<Outcome<void>> {
  return ofAccount(await askIdentity(config, (client) => client.useCode(code)))
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
  if (outcome.code.startsWith('session-')) usedUp = code
  return translated(outcome, { 'invalid-email': 'link-of-other-address' })
}

let usedUp: string | null = null

/**
 * Lets the session here say what has just changed, and ends it if the provider has: it trusts no token from before a new
 * password or address. Whether there still is one; a fault on the way changes nothing.
 */
export async function settleSession(config: PublicConfig): Promise<boolean> {
  const renewal = await renewSession(config)
  return renewal.status !== 'ended' || !(await endSession(config))
}

const operations: Record<MailMode, MailOperation> = {
  verifyEmail: 'verify-email',
  resetPassword: 'reset-password',
  recoverEmail: 'recover-email',
  verifyAndChangeEmail: 'change-email',
  signIn: 'other',
}

function tellsOfAccount(outcome: Outcome<void>): boolean {
  return outcome.status === 'failed' && ['user-not-found', 'user-disabled'].includes(outcome.code)
}

/** An account that is gone takes its links with it. */
function ofAccount<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.status === 'failed'
    ? translated(outcome, { 'user-not-found': 'invalid-action-code' })
    : outcome
}

/** Codes that mean something else at a link than at a password. */
function translated<T extends { code: string }>(problem: T, meanings: Record<string, string>): T {
  return { ...problem, code: meanings[problem.code] ?? problem.code }
}
