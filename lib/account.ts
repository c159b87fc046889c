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

/** The signed-in user as the account page needs them. `authenticatedAt`: the last sign-in, seconds since 1970. */
export type Person = {
  userId: string
  providerUserId: string
  email: string | null
  /**
   * Whether somebody has shown that they get this address's mail, or the account has none. Until then passkeys can be neither
   * added nor used.
   */
  isAddressProved: boolean
  hasPassword: boolean
  /** The linked providers that this site offers. */
  providers: readonly Provider[]
  /** Whether they have a passkey that works here, now. */
  hasPasskey: boolean
  /** Whether this session was opened with a passkey, which counts as both factors. */
  hasUsedPasskey: boolean
  authenticatedAt: number
}

/** One of what a room keeps for people to sign in with, such as a passkey. `createdAt` is ISO 8601. */
export type ListedCredential = { name: string; createdAt: string; worksHere: boolean }

/** Null clears the name. */
export type ProfileChange = { displayName: string | null }

/** In UTF-16 code units, like a text field's `maxLength`. The name is in the session cookie, limited to 4096 bytes. */
const maxNameLength = 200

/** The profile change for an entered name, or an error message. */
export function parseProfileChange(input: string): { change: ProfileChange } | { problem: string } {
  const name = input.trim()
  if (name.length > maxNameLength)
    return { problem: `A name can have up to ${maxNameLength} characters. Shorten it.` }
  return { change: { displayName: name || null } }
}

/** The display name of a sign-in provider. */
export function describeSignInMethod(providerId: string): string {
  return signInMethodNames[providerId] ?? providerId
}

/** Whether the user can still sign in here without this method. Methods that this site doesn't offer don't count. */
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
