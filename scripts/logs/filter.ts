/** Which errors match a query. */
import type { ErrorRecord } from '../../lib/log/error-line'

/** The errors of bots, which got no error page, of people, or all. */
export type Audience = 'bot-filtered' | 'people' | 'all'

/** An error must match every field; in a list, any one value. Times are milliseconds since 1970. */
export type Filter = {
  audience: Audience
  since: number | null
  /** Exclusive. */
  until: number | null
  /** Parts of bots' names. */
  bots: readonly string[]
  /** `404` or `5xx`. */
  statuses: readonly string[]
  /** Parts of paths or routes. */
  paths: readonly string[]
}

/** Whether this is a status (`404`) or a class of them (`5xx`). */
export function isStatusPattern(text: string): boolean {
  return /^[1-9](\d\d|xx)$/.test(text)
}

/** Whether an error matches. A folded line that overlaps the time range counts in full. */
export function isMatch(record: ErrorRecord, filter: Filter): boolean {
  return (
    isOfAudience(record, filter.audience) &&
    (filter.since === null || record.lastAt >= filter.since) &&
    (filter.until === null || record.firstAt < filter.until) &&
    matchesAny(filter.statuses, (pattern) => hasStatus(record, pattern)) &&
    matchesAny(filter.bots, (part) => includesText(record.bot, part)) &&
    matchesAny(filter.paths, (part) => includesText(record.path, part) || includesText(record.route, part))
  )
}

function isOfAudience({ bot, rendered, place }: ErrorRecord, audience: Audience): boolean {
  if (audience === 'bot-filtered') return bot !== null && !rendered
  // Errors outside of a request affect nobody directly.
  if (audience === 'people') return bot === null && place !== 'process'
  return true
}

/** An empty list matches everything. */
function matchesAny(patterns: readonly string[], matches: (pattern: string) => boolean): boolean {
  return patterns.length === 0 || patterns.some(matches)
}

function hasStatus({ status }: ErrorRecord, pattern: string): boolean {
  return pattern.endsWith('xx') ? String(status)[0] === pattern[0] : String(status) === pattern
}

function includesText(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false
}
