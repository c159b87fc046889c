/** What the identity provider knows of a person, and what they may write there themselves. */

/** Spec section 3, the signed-in user; the tokens stay with the SDK in the browser. Times in ISO 8601. */
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
  createdAt: string | null
  lastSignInAt: string | null
}

/** One way to sign in, and what that provider says of the person. */
export type ProviderAccount = {
  providerId: string
  userId: string
  displayName: string | null
  email: string | null
  photoUrl: string | null
  phoneNumber: string | null
}

/** Who has to confirm that it is them, and when they last did, seconds since 1970. */
export type Person = { userId: string; email: string | null; hasPassword: boolean; authenticatedAt: number }

/** Null takes a field away. */
export type ProfileChange = { displayName: string | null; photoUrl: string | null }

export type ProfileProblem = 'name-too-long' | 'photo-no-url' | 'photo-not-https' | 'photo-too-long'

/** In UTF-16 units, as a text field counts them. */
export const longestName = 200

/**
 * Name and address both stand in the session cookie, which has 4096 bytes: with more than this a person could
 * write themselves out of their own account.
 */
export const longestPhotoUrl = 700

/** What was typed, as it may be stored; or why not. */
export function parseProfileChange(typed: {
  name: string
  photo: string
}): { status: 'ok'; change: ProfileChange } | { status: 'refused'; problem: ProfileProblem } {
  const name = typed.name.trim()
  const photo = typed.photo.trim()
  if (name.length > longestName) return { status: 'refused', problem: 'name-too-long' }
  const url = photo === '' ? null : parseUrl(photo)
  if (photo !== '' && !url) return { status: 'refused', problem: 'photo-no-url' }
  if (url && url.protocol !== 'https:') return { status: 'refused', problem: 'photo-not-https' }
  if (url && url.href.length > longestPhotoUrl) return { status: 'refused', problem: 'photo-too-long' }
  return { status: 'ok', change: { displayName: name || null, photoUrl: url?.href ?? null } }
}

/** A problem in words for the person who typed it. */
export function describeProfileProblem(problem: ProfileProblem): string {
  return problems[problem]
}

/** The server a picture lies on. The picture itself is not shown: its server would learn of each visit. */
export function photoHost(photoUrl: string): string {
  return parseUrl(photoUrl)?.host || 'an address that cannot be read'
}

/** A way to sign in, in words. */
export function describeWayIn(providerId: string): string {
  return waysIn[providerId] ?? providerId
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

const problems: Record<ProfileProblem, string> = {
  'name-too-long': `A name may have ${longestName} characters. Shorten it.`,
  'photo-no-url': 'This does not look like the address of a picture. It begins with https://.',
  'photo-not-https': 'The address of the picture has to begin with https://.',
  'photo-too-long': `The address of the picture may have ${longestPhotoUrl} characters. Use a shorter one.`,
}

const waysIn: Record<string, string> = {
  password: 'Email address, with a password or a link by mail',
  phone: 'Phone number',
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'X',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
}
