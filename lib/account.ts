/** The user's account at the identity provider, and what they can edit. */
import { type Provider, providerOf } from '@/lib/identity/providers'
import type { SecondFactor } from '@/lib/identity/second-factor'

/** The signed-in user (spec section 3); tokens stay with the SDK in the browser. Times are ISO 8601. */
export type Profile = {
  userId: string
  displayName: string | null
  photoUrl: string | null
  email: string | null
  emailVerified: boolean
  phoneNumber: string | null
  isAnonymous: boolean
  tenantId: string | null
  providers: ProviderAccount[]
  secondFactors: SecondFactor[]
  createdAt: string | null
  lastSignInAt: string | null
}

/** A linked sign-in provider and its data about the user. */
export type ProviderAccount = {
  providerId: string
  userId: string
  displayName: string | null
  email: string | null
  photoUrl: string | null
  phoneNumber: string | null
}

/** The user to confirm, and when they last did, seconds since 1970. */
export type Person = {
  userId: string
  email: string | null
  hasPassword: boolean
  /** Those of their ways in that this site offers. */
  providers: readonly Provider[]
  authenticatedAt: number
}

/** Null clears a field. */
export type ProfileFields = { displayName: string | null; photoUrl: string | null }

/** What is absent stays as it is. */
export type ProfileChange = Partial<ProfileFields>

export type ProfileProblem = 'name-too-long' | 'photo-no-url' | 'photo-not-https' | 'photo-too-long'

/** In UTF-16 code units, like a text field's `maxLength`. */
export const longestName = 200

/**
 * Name and URL are both in the session cookie, limited to 4096 bytes: anything longer could lock users out of
 * their own account.
 */
const longestPhotoUrl = 700

/** Validates and normalizes what was typed. */
export function parseProfileChange(typed: {
  name: string
  photo: string
}): { status: 'ok'; change: ProfileFields } | { status: 'refused'; problem: ProfileProblem } {
  const name = typed.name.trim()
  const photo = typed.photo.trim()
  if (name.length > longestName) return { status: 'refused', problem: 'name-too-long' }
  const url = photo === '' ? null : parseUrl(photo)
  if (photo !== '' && !url) return { status: 'refused', problem: 'photo-no-url' }
  if (url && url.protocol !== 'https:') return { status: 'refused', problem: 'photo-not-https' }
  if (url && url.href.length > longestPhotoUrl) return { status: 'refused', problem: 'photo-too-long' }
  return { status: 'ok', change: { displayName: name || null, photoUrl: url?.href ?? null } }
}

/** The message for a problem. */
export function describeProfileProblem(problem: ProfileProblem): string {
  return problems[problem]
}

/** The picture's host. We never load the picture: its server would learn of each visit. */
export function photoHost(photoUrl: string): string {
  return parseUrl(photoUrl)?.host || 'an unreadable address'
}

/** The display name of a sign-in provider. */
export function describeWayIn(providerId: string): string {
  return waysIn[providerId] ?? providerId
}

/**
 * Whether somebody can still sign in here without this way: nobody may lock themselves out. What this site does not offer
 * (any more) does not count.
 */
export function mayRemoveWayIn(
  providerId: string,
  linked: readonly string[],
  offered: readonly Provider[],
): boolean {
  return linked.some((other) => other !== providerId && isOffered(other, offered))
}

function isOffered(providerId: string, offered: readonly Provider[]): boolean {
  const provider = providerOf(providerId)
  return providerId === 'password' || (provider !== null && offered.includes(provider))
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

const problems: Record<ProfileProblem, string> = {
  'name-too-long': `A name can have up to ${longestName} characters. Shorten it.`,
  'photo-no-url': 'This doesn’t look like a picture URL. It starts with https://.',
  'photo-not-https': 'The picture URL has to start with https://.',
  'photo-too-long': `A picture URL can have up to ${longestPhotoUrl} characters. Use a shorter one.`,
}

const waysIn: Record<string, string> = {
  password: 'Email address, with a password or an email link',
  phone: 'Phone number',
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'X',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
}
