import 'server-only'
/** Identifiers of sessions, cookies, signed values and users. */
import { createHash } from 'node:crypto'
import { parseUuid, type Uuid } from '@/lib/uuid'

export type { ProviderUserId } from '@/lib/session/token'

export type SessionId = Uuid<'SessionId'>
export type TokenHash = string & { brand: 'TokenHash' }
export type ValueHash = string & { brand: 'ValueHash' }
/** The site's own ID of a person: at first the provider's, and the same when the account gets a new user there. */
export type UserId = string

/** Parses an untrusted session ID, in either case; null if it isn't a UUID. */
export function parseSessionId(value: unknown): SessionId | null {
  return parseUuid(value)
}

/** Stored instead of the cookie, so nobody who reads the table can sign in with it. */
export function tokenHashOf(cookie: string): TokenHash {
  return createHash('sha256').update(cookie).digest('base64url') as TokenHash
}

/** Stored instead of a used value. */
export function valueHashOf(value: string): ValueHash {
  return createHash('sha256').update(value).digest('base64url') as ValueHash
}
