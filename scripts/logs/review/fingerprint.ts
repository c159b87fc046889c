/** What makes two errors the same for a review, regardless of who was affected and of the build. */
import { createHash } from 'node:crypto'
import type { ErrorRecord } from '../../../lib/log/error-line'

/**
 * Equal for the same error: numbers and IDs in paths and messages don't count, and neither does the bot. Of an
 * unknown address, only its path counts.
 */
export function groupingKey(record: ErrorRecord): string {
  const { event, status, name, message } = record
  return [status, event, locationOf(record), record.place, name, maskIds(message)].join('\0')
}

/** Ten hexadecimal digits that stay the same from one review to the next. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 10)
}

export function isFingerprint(text: string): boolean {
  return /^[\da-f]{10}$/.test(text)
}

/** The page's pattern, or the path. Null outside of a request. */
export function locationOf(record: ErrorRecord): string | null {
  if (isUnknownAddress(record)) return record.path
  return record.route ?? (record.path === null ? null : maskIds(record.path))
}

/** Whether the site has no such address. Anyone can make up any number of them. */
export function isUnknownAddress({ event }: { event: string }): boolean {
  return event === 'route.unknown'
}

/** In time linear to the length of the text, which strangers may choose. */
function maskIds(text: string): string {
  return text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{8,}|\d+/gi, '#')
}
