import { parseUuid, type Uuid } from '@/lib/uuid'

/** A link by which other signed-in people read a note. */

export type ShareId = Uuid<'ShareId'>

/** A note has one link at most. `opened` counts sessions other than its writer's. Times are ISO 8601. */
export type Share = {
  id: ShareId
  createdAt: string
  /** The link stops working then; null: never by itself. */
  endsAt: string | null
  hasEnded: boolean
  opened: number
}

/** What a reader sees of a shared note. `writer` is the name they chose; null if they have none, or we can't tell now. */
export type SharedNote = {
  title: string
  html: string
  author: string | null
  changedAt: string
  isOwn: boolean
}

/** Parses an untrusted ID, in either case as in a URL; null if malformed. */
export function parseShareId(value: unknown): ShareId | null {
  return parseUuid(value)
}

/** Parses an untrusted end of a link: null for none, undefined if it's malformed, past, or more than ten years ahead. */
export function parseEndsAt(value: unknown, now: Date): Date | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const end = new Date(value)
  const isSensible = end.getTime() > now.getTime() && end.getTime() < now.getTime() + tenYearsMs
  return isSensible ? end : undefined
}

const tenYearsMs = 10 * 365 * 24 * 60 * 60 * 1000
