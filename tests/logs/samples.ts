/** Sample lines of the log. */
import { classifyLine, type ErrorRecord } from '@/lib/log/error-line'

export type Fields = Readonly<Record<string, unknown>>

/** A crawler's error. */
export const crawlerError = {
  level: 'error',
  time: '2026-11-21T15:00:00.000Z',
  event: 'error',
  requestId: '4f9c21ab-7e10-4c2b-9a55-0123456789ab',
  reference: '4f9c21ab-7e10',
  status: 500,
  method: 'GET',
  route: '/share/{uuid}',
  path: '/share/…',
  bot: 'Googlebot',
  botKind: 'crawler',
  rendered: false,
  place: 'render',
  name: 'TypeError',
  message: 'note is undefined',
  stack: 'TypeError: note is undefined\n    at SharedNote (app/share/[uuid]/page.tsx:12:3)',
  causes: [{ name: 'Error', message: 'no row', stack: 'Error: no row\n    at readNote (lib/notes.ts:3:1)' }],
  buildId: 'b1',
}

/** A crawler's request for an unknown path. */
export const unknownRoute = {
  level: 'info',
  time: '2026-11-21T15:10:00.000Z',
  event: 'route.unknown',
  requestId: '0a1b2c3d-4e5f-4c2b-9a55-0123456789ab',
  reference: '0a1b2c3d-4e5f',
  status: 404,
  method: 'GET',
  path: '/wp-login.php',
  bot: 'bingbot',
  botKind: 'crawler',
  rendered: false,
}

/** 9,980 more of the crawler's error, folded. */
export const folded = {
  ...crawlerError,
  time: '2026-11-21T15:20:00.000Z',
  event: 'error.repeated',
  count: 9_980,
  firstAt: '2026-11-21T15:00:01.000Z',
  lastAt: '2026-11-21T15:19:59.000Z',
  references: ['aaaaaaaa-0001', 'aaaaaaaa-0002'],
  referencesLeftOff: 9_978,
}

/** A person's error. */
export const personError = {
  ...crawlerError,
  ...{ bot: false, rendered: true, path: '/app', time: '2026-11-21T16:00:00.000Z' },
}

/** Not an error. */
export const sessionOpened = {
  level: 'info',
  time: '2026-11-21T15:00:00.000Z',
  event: 'session.opened',
  requestId: '99999999-7e10-4c2b-9a55-0123456789ab',
  userId: 'u1',
}

/** A log of these records, or lines as they are. */
export function logOf(...records: (Fields | string)[]): string {
  return records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}

/** The record of an error's or a notice's line. */
export function recordOf(object: Fields): ErrorRecord {
  const line = classifyLine(object)
  if (!('record' in line)) throw new Error(`${line.kind}: ${JSON.stringify(object)}`)
  return line.record
}
