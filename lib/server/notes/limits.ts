import 'server-only'
import type { Limit } from '@/lib/server/database/rate-limit'

/** What a person's notes may cost. */
export const noteLimits = {
  /** Saves and deletions per user, two a second. A save of 100 KB, which may take 0.2 s, costs five points. */
  write: { name: 'note-write', points: 120, duration: 60, isFlood: true },
  /** Notes opened per user, own and shared. A note of 100 KB, which may take 0.7 s to render, costs twelve points. */
  open: { name: 'note-open', points: 120, duration: 60, isFlood: true },
  /** Searches per user, one a second. A long search costs a point for each 0.2 s. */
  search: { name: 'note-search', points: 60, duration: 60, isFlood: true },
} as const satisfies Record<string, Limit>
