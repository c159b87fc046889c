import { parseUuid, type Uuid } from '@/lib/uuid'

export type ShareId = Uuid<'ShareId'>

/** The share link of a note, which has one at most. `opened`: the sessions of others that opened it. Times are ISO 8601. */
export type Share = {
  id: ShareId
  createdAt: string
  /** When the link expires; null: never. */
  endsAt: string | null
  hasEnded: boolean
  opened: number
}

/** A shared note as readers see it. `author`: their display name; null if they have none or it can't be loaded. */
export type SharedNote = {
  title: string
  html: string
  author: string | null
  changedAt: string
  isOwn: boolean
}

/** Parses an untrusted ID in either case; null if malformed. */
export function parseShareId(value: unknown): ShareId | null {
  return parseUuid(value)
}

/** Parses when a link expires: null for never, undefined if it's malformed, past, or over ten years ahead. */
export function parseEndsAt(value: unknown, now: Date): Date | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const end = new Date(value)
  const isAllowed = end.getTime() > now.getTime() && end.getTime() < now.getTime() + tenYearsMs
  return isAllowed ? end : undefined
}

const tenYearsMs = 10 * 365 * 24 * 60 * 60 * 1000
