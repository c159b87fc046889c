import 'server-only'
/** What sessions, cookies and users are called in the database. */
import { createHash } from 'node:crypto'

export type SessionId = string & { brand: 'SessionId' }
export type TokenHash = string & { brand: 'TokenHash' }
/** The identity provider's name for a person. */
export type UserId = string

/** A session's id as it comes from outside; null if it cannot be one. */
export function parseSessionId(value: unknown): SessionId | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return null
  return value as SessionId
}

/** What is kept of a cookie: whoever reads the table cannot sign in with it. */
export function tokenHashOf(cookie: string): TokenHash {
  return createHash('sha256').update(cookie).digest('base64url') as TokenHash
}
