/** Which errors match the question. */
import type { ErrorRecord } from './record'

/** Whose errors: those of bots that got no error page, those of people, or any. */
export type Audience = 'bot-filtered' | 'people' | 'all'

/** All of it must fit; of several values of one kind, one. Times are milliseconds since 1970. */
export type Filter = {
  audience: Audience
  since: number | null
  /** The first moment that is asked for no more. */
  until: number | null
  /** Parts of names of bots. */
  bots: readonly string[]
  /** Such as `404` and `5xx`. */
  statuses: readonly string[]
  /** Parts of paths or of routes. */
  paths: readonly string[]
}

/** A status or a class of them, as it may be typed. */
export function isStatusPattern(text: string): boolean {
  return /^[1-9](\d\d|xx)$/.test(text)
}

/** Whether an error matches. A line that stands for many belongs to a time as a whole, even if it reaches across its border. */
export function isMatch(record: ErrorRecord, filter: Filter): boolean {
  return (
    isOfAudience(record, filter.audience) &&
    (filter.since === null || record.lastAt >= filter.since) &&
    (filter.until === null || record.firstAt < filter.until) &&
    fitsOne(filter.statuses, (pattern) => hasStatus(record, pattern)) &&
    fitsOne(filter.bots, (part) => includesText(record.bot, part)) &&
    fitsOne(filter.paths, (part) => includesText(record.path, part) || includesText(record.route, part))
  )
}

function isOfAudience({ bot, rendered, place }: ErrorRecord, audience: Audience): boolean {
  if (audience === 'bot-filtered') return bot !== null && !rendered
  // What fails outside of a request is met by nobody.
  if (audience === 'people') return bot === null && place !== 'process'
  return true
}

function fitsOne(wanted: readonly string[], fits: (one: string) => boolean): boolean {
  return wanted.length === 0 || wanted.some(fits)
}

function hasStatus({ status }: ErrorRecord, pattern: string): boolean {
  return pattern.endsWith('xx') ? String(status)[0] === pattern[0] : String(status) === pattern
}

function includesText(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false
}
