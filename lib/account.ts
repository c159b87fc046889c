/** The user's account at the identity provider, and what they can edit. */
import { type Provider, providerNames, providerOf, providers } from '@/lib/identity/providers'
import type { SecondFactor } from '@/lib/identity/second-factor'

/** The signed-in user (S40); tokens stay with the SDK in the browser. Times are ISO 8601. */
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
  /** Whether they have a passkey that works here. */
  hasPasskey: boolean
  /** Whether a passkey opened this session, and so counts as their second factor. */
  hasUsedPasskey: boolean
  authenticatedAt: number
}

/** Null clears the name. */
export type ProfileChange = { displayName: string | null }

/** In UTF-16 code units, like a text field's `maxLength`: the name is in the session cookie, limited to 4096 bytes. */
const maxNameLength = 200

/** The change to what was typed as a name, or why there can't be one, in words. */
export function parseProfileChange(typed: string): { change: ProfileChange } | { problem: string } {
  const name = typed.trim()
  if (name.length > maxNameLength)
    return { problem: `A name can have up to ${maxNameLength} characters. Shorten it.` }
  return { change: { displayName: name || null } }
}

/** The display name of a sign-in provider. */
export function describeSignInMethod(providerId: string): string {
  return signInMethodNames[providerId] ?? providerId
}

/**
 * Whether somebody can still sign in here without this way: nobody may lock themselves out. What this site does not offer
 * (any more) does not count.
 */
export function mayRemoveSignInMethod(
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

const signInMethodNames: Record<string, string> = {
  password: 'Email (password or link)',
  phone: 'Phone number',
  ...Object.fromEntries(providers.map((provider) => [`${provider}.com`, providerNames[provider]])),
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
}
