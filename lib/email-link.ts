/** The links in the mails of the identity provider: what one wants, and where it leads afterwards. */
import { type IdentityErrorCode, identityFailure } from './identity/error-words'
import { safeReturnPath } from './site/return-path'
import { routes, type SitePath } from './site/routes'

/** The provider's own words for what a link does, as they stand in it. */
export const mailModes = [
  'verifyEmail',
  'resetPassword',
  'recoverEmail',
  'verifyAndChangeEmail',
  'signIn',
] as const
export type MailMode = (typeof mailModes)[number]

/** What a link wants, and the code that proves it: to be used up by a person's press alone. */
export type MailLink = { mode: MailMode; code: string }

type Query = Readonly<Record<string, string | string[] | undefined>>

/** The link whose query this is; null where a mail program has cut it off, or a stranger made it up. */
export function parseMailLink({ mode, oobCode }: Query): MailLink | null {
  const known = parseMailMode(mode)
  if (!known || typeof oobCode !== 'string' || !/^[\x21-\x7e]{1,2000}$/.test(oobCode)) return null
  return { mode: known, code: oobCode }
}

/** What a link is for, which still stands in its address when the page has taken the code out; null if nothing we know. */
export function parseMailMode(mode: unknown): MailMode | null {
  return mailModes.find((name) => name === mode) ?? null
}

/** What a link is about, as heading and title of its page; of one that nobody can read, too. */
export function describeMailLink(mode: MailMode | null): string {
  return mode ? titles[mode] : 'This link does not work'
}

const titles: Record<MailMode, string> = {
  verifyEmail: 'Confirm your email address',
  resetPassword: 'Choose a new password',
  recoverEmail: 'Undo the change of your email address',
  verifyAndChangeEmail: 'Confirm your new email address',
  signIn: 'Sign in to Foyer',
}

/** Whether the provider's code for a failure says that this link is good for nothing any more. */
export function isExpired(code: IdentityErrorCode): boolean {
  return identityFailure(code).next === 'ask-for-new-link'
}

/**
 * The page to go on to: our own `next`, or what the provider was told to continue to and wrote into the link. That
 * counts only for this site, and a sign-in page stands for the page behind it.
 */
export function mailLinkDestination({ next, continueUrl }: Query, ownOrigin: string | null): SitePath {
  if (next !== undefined) return safeReturnPath(next)
  if (typeof continueUrl !== 'string' || !URL.canParse(continueUrl)) return routes.app
  const url = new URL(continueUrl)
  if (url.origin !== ownOrigin) return routes.app
  return safeReturnPath(url.searchParams.get('next') ?? url.pathname + url.search + url.hash)
}
