/** Moments as they are typed for `--since` and `--until`, and lengths of time. */
import ms, { type StringValue } from 'ms'

/** The moment in milliseconds since 1970: a date, a date and time (UTC unless it says otherwise), or a time ago. */
export function parseMoment(text: string, now: number): number | null {
  const ago = parseDuration(text)
  if (ago !== null) return now - ago
  const [, date = '', time = '', zone = 'Z'] = dateAndTime.exec(text) ?? []
  return isDate(date) ? parsed(`${date}T${time || '00:00'}${zone}`) : null
}

/** Milliseconds in a length of time such as `90s`, `15m`, `2h`, `7d`, `2w`. */
export function parseDuration(text: string): number | null {
  if (!/^\d{1,6}(\.\d{1,3})?[smhdw]$/.test(text)) return null
  return ms(text as StringValue) || null
}

/** `2026-11-21 15:04`, in UTC. */
export function describeMoment(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** `Date` takes the 31st of February for a day in March. */
function isDate(date: string): boolean {
  const midnight = parsed(`${date}T00:00Z`)
  return midnight !== null && new Date(midnight).toISOString().startsWith(date)
}

function parsed(moment: string): number | null {
  const milliseconds = Date.parse(moment)
  return Number.isNaN(milliseconds) ? null : milliseconds
}
