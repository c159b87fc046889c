/** Links in the provider's emails: what each does and where it leads. */
import { type IdentityErrorCode, identityFailure } from './identity/error-words'
import { proofParameter } from './session/address-proof'
import * as brand from './site/brand'
import { safeReturnPath } from './site/return-path'
import { routes, type SitePath } from './site/routes'

/** The provider's `mode` values. */
export const mailModes = [
  'verifyEmail',
  'resetPassword',
  'recoverEmail',
  'verifyAndChangeEmail',
  'signIn',
] as const
export type MailMode = (typeof mailModes)[number]

/**
 * A link's mode and one-time code; only a user's click may consume it. `nonce`: our server's part of a sign-in link, which
 * proves that this browser got the mail; other links have none.
 */
export type MailLink = { mode: MailMode; code: string; nonce: string | null }

type Query = Readonly<Record<string, string | string[] | undefined>>

/** Parses a link's query; null if a mail client truncated it, or it's made up. */
export function parseMailLink({
  mode,
  oobCode,
  continueUrl,
  [proofParameter]: proof,
}: Query): MailLink | null {
  const known = parseMailMode(mode)
  if (!known || typeof oobCode !== 'string' || !/^[\x21-\x7e]{1,2000}$/.test(oobCode)) return null
  // Google's own page of links continues at `continueUrl` with the code.
  return { mode: known, code: oobCode, nonce: nonceIn(continueUrl) ?? parseNonce(proof) }
}

function nonceIn(continueUrl: Query[string]): string | null {
  if (typeof continueUrl !== 'string' || !URL.canParse(continueUrl)) return null
  return parseNonce(new URL(continueUrl).searchParams.get(proofParameter))
}

function parseNonce(value: unknown): string | null {
  return typeof value === 'string' && /^[\w.-]{1,2000}$/.test(value) ? value : null
}

/** Parses a link's mode, which stays in the URL after the code is removed. */
export function parseMailMode(mode: unknown): MailMode | null {
  return mailModes.find((name) => name === mode) ?? null
}

/** Heading and title of the link's page, before and after what it does; null means an unreadable link. */
export function describeMailLink(mode: MailMode | null, isDone = false): string {
  return mode ? (isDone && doneTitles[mode]) || titles[mode] : 'This link doesn’t work'
}

const doneTitles: Partial<Record<MailMode, string>> = {
  verifyEmail: 'Email address verified',
  resetPassword: 'Password changed',
  recoverEmail: 'Email address restored',
  verifyAndChangeEmail: 'Email address changed',
}

const titles: Record<MailMode, string> = {
  verifyEmail: 'Verify your email address',
  resetPassword: 'Choose a new password',
  recoverEmail: 'Restore your email address',
  verifyAndChangeEmail: 'Verify your new email address',
  signIn: `Sign in to ${brand.name}`,
}

/** Whether this error means that the link is expired or used. */
export function isExpiredOrUsed(code: IdentityErrorCode): boolean {
  return identityFailure(code).next === 'request-new-link'
}

/**
 * Where to continue: our own `next`, or the `continueUrl` the provider put into the link, if it's on this
 * site. A sign-in page is replaced by its own `next`.
 */
export function mailLinkDestination({ next, continueUrl }: Query, ownOrigin: string | null): SitePath {
  if (next !== undefined) return safeReturnPath(next)
  if (typeof continueUrl !== 'string' || !URL.canParse(continueUrl)) return routes.app
  const url = new URL(continueUrl)
  if (url.origin !== ownOrigin) return routes.app
  return safeReturnPath(url.searchParams.get('next') ?? url.pathname + url.search + url.hash)
}

/**
 * The webmail of an address, by its host. Null for unknown hosts: a button for the wrong mailbox would be in the way.
 */
export function mailboxOf(email: string): { name: string; url: string } | null {
  const host = email.split('@').at(-1)?.toLowerCase() ?? ''
  if (/^(gmail|googlemail)\.com$/.test(host)) return { name: 'Gmail', url: 'https://mail.google.com/' }
  if (/^(outlook|hotmail|live|msn)\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/.test(host))
    return { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
  return null
}
