import 'server-only'
/** What the provider knows about a user, by its REST API: the Admin SDK rounds times to seconds. */
import * as v from 'valibot'
import type { IdentityResult } from './call'
import { callAsAdmin } from './toolkit'

/** What the server needs to know about a user to accept a sign-in. */
export type UserState = {
  /** In lower case; null without one. */
  email: string | null
  emailVerified: boolean
  /** When the provider created the account, as it says: to the millisecond. */
  createdAt: Date
  hasSecondFactor: boolean
  /** When the password was last set; null without one. */
  passwordSetAt: Date | null
  providers: readonly LinkedAccount[]
}

/** A linked sign-in method; `password` also stands for email links. `accountId`: the account's ID there. */
export type LinkedAccount = { providerId: string; accountId: string | null; email: string | null }

/**
 * Fetches the state of a user who signed in at this time (seconds since 1970), by one call. `refused` if the user was deleted
 * or disabled, or all tokens were revoked since.
 */
export async function userState(
  { userId, authenticatedAt }: { userId: string; authenticatedAt: number },
  deadline?: number,
): Promise<IdentityResult<UserState>> {
  const found = await lookUpUser(userId, deadline)
  if (found.status !== 'ok') return found
  const { disabled, validSince, ...user } = found.value
  if (disabled) return { status: 'refused', code: 'auth/user-disabled' }
  if (authenticatedAt < validSince) return { status: 'refused', code: 'auth/id-token-revoked' }
  return { status: 'ok', value: toState(user) }
}

/** The state of a user who may be disabled. */
export async function disabledUserState(userId: string): Promise<IdentityResult<UserState>> {
  const found = await lookUpUser(userId)
  return found.status === 'ok' ? { status: 'ok', value: toState(found.value) } : found
}

async function lookUpUser(userId: string, deadline?: number): Promise<IdentityResult<FoundUser>> {
  const found = await callAsAdmin({ method: 'accounts:lookup', body: { localId: [userId] }, deadline })
  if (found.status !== 'ok') return { status: 'unavailable', code: found.code }
  const read = v.safeParse(lookup, found.value)
  if (!read.success) return { status: 'unavailable', code: 'unexpected-answer' }
  const [user] = read.output.users
  return user ? { status: 'ok', value: user } : { status: 'refused', code: 'auth/user-not-found' }
}

const linkedAccount = v.object({
  providerId: v.string(),
  rawId: v.optional(v.string()),
  email: v.optional(v.string()),
})

/** Whole numbers of 64 bits are texts in Google's JSON, others are numbers. */
const number = v.pipe(v.union([v.string(), v.number()]), v.transform(Number))

/** `passwordHash` is there whenever there is a password, if only as the word REDACTED. */
const foundUser = v.object({
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean(), false),
  createdAt: number,
  disabled: v.optional(v.boolean(), false),
  validSince: v.optional(number, 0),
  passwordHash: v.optional(v.string()),
  passwordUpdatedAt: v.optional(number),
  mfaInfo: v.optional(v.array(v.unknown()), []),
  providerUserInfo: v.optional(v.array(linkedAccount), []),
})

type FoundUser = v.InferOutput<typeof foundUser>

const lookup = v.object({ users: v.optional(v.array(foundUser), []) })

function toState(user: Omit<FoundUser, 'disabled' | 'validSince'>): UserState {
  return {
    email: user.email ? normalizeEmail(user.email) : null,
    emailVerified: user.emailVerified,
    createdAt: new Date(user.createdAt),
    hasSecondFactor: user.mfaInfo.length > 0,
    // Without a time it counts as just set.
    passwordSetAt: user.passwordHash ? new Date(user.passwordUpdatedAt ?? Date.now()) : null,
    providers: user.providerUserInfo.map(({ providerId, rawId, email }) => ({
      providerId,
      accountId: rawId ?? null,
      email: email ?? null,
    })),
  }
}

/** An address as it is compared: the provider keeps addresses in lower case, other sign-in services may not. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}
