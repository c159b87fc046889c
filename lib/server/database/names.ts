import 'server-only'
/** How the database identifies sessions, cookies and users. */
import { createHash } from 'node:crypto'

export type SessionId = string & { brand: 'SessionId' }
export type TokenHash = string & { brand: 'TokenHash' }
/** The identity provider's user ID. */
export type UserId = string

/** Parses an untrusted session ID; null if it isn't a UUID. */
export function parseSessionId(value: unknown): SessionId | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return null
  return value as SessionId
}

/** Stored instead of the cookie, so nobody who reads the table can sign in with it. */
export function tokenHashOf(cookie: string): TokenHash {
  return createHash('sha256').update(cookie).digest('base64url') as TokenHash
}
