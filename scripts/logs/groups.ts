/** Errors that are alike, counted together, in a memory that does not grow with the log. */
import type { ErrorRecord } from './record'

/** Errors with the same event, status, path, bot, name and message. Times are milliseconds since 1970. */
export type Group = {
  count: number
  firstAt: number
  lastAt: number
  status: number | null
  path: string | null
  route: string | null
  place: string | null
  bot: string | null
  botKind: string | null
  event: string
  name: string
  message: string
  /** Of the latest of them that has a line of its own. */
  reference: string
}

/** Errors of one status that are told as a sum only, as there were too many different ones. */
export type Others = Pick<Group, 'count' | 'firstAt' | 'lastAt' | 'status'>

export type Groups = {
  add(record: ErrorRecord): void
  /** The groups in no order, and the sums of what was put aside. Together they count each error once. */
  list(): { groups: Group[]; others: Others[] }
}

/** As many groups stay when there are too many. */
export const mostGroups = 2_000

/**
 * Counts errors in groups. When there are twice as many groups as may stay, the lighter half is put aside: unknown
 * addresses, of which anybody can make as many as he likes, before what was thrown; then those with the fewest errors.
 */
export function openGroups(): Groups {
  let groups = new Map<string, Group>()
  const others = new Map<number | null, Others>()

  function add(record: ErrorRecord): void {
    const key = keyOf(record)
    const group = groups.get(key)
    if (group) addTo(group, record)
    else groups.set(key, newGroup(record))
    if (groups.size >= mostGroups * 2) thinOut()
  }

  function thinOut(): void {
    const heaviestFirst = [...groups].sort(([, a], [, b]) => rankOf(b) - rankOf(a) || b.count - a.count)
    groups = new Map(heaviestFirst.slice(0, mostGroups))
    for (const [, group] of heaviestFirst.slice(mostGroups)) putAside(group)
  }

  function putAside({ count, firstAt, lastAt, status }: Group): void {
    const sum = others.get(status)
    if (sum) addSpan(sum, { count, firstAt, lastAt })
    else others.set(status, { count, firstAt, lastAt, status })
  }

  return { add, list: () => ({ groups: [...groups.values()], others: [...others.values()] }) }
}

const longestText = 200

function keyOf({ event, status, path, route, place, bot, name, message }: ErrorRecord): string {
  const texts = [event, path ?? route ?? place, bot, name, message].map((text) => text?.slice(0, longestText))
  return [status, ...texts].join('\0')
}

function newGroup(record: ErrorRecord): Group {
  return {
    count: record.count,
    firstAt: record.firstAt,
    lastAt: record.lastAt,
    status: record.status,
    path: shortened(record.path),
    route: shortened(record.route),
    place: shortened(record.place),
    bot: shortened(record.bot),
    botKind: shortened(record.botKind),
    event: shortened(record.event),
    name: shortened(record.name),
    message: shortened(record.message),
    reference: record.reference,
  }
}

/** A text of a length that may be kept. Not a mere slice: V8 would keep the whole text behind it. */
function shortened<T extends string | null>(text: T): T | string {
  return text && text.length > longestText ? Buffer.from(`${text.slice(0, longestText)}…`).toString() : text
}

function addTo(group: Group, record: ErrorRecord): void {
  // The reference of a folded line is that of the first of its errors, which is known already.
  if (!record.isFolded && record.lastAt >= group.lastAt) group.reference = record.reference
  addSpan(group, record)
}

function addSpan(sum: Omit<Others, 'status'>, { count, firstAt, lastAt }: Omit<Others, 'status'>): void {
  sum.count += count
  sum.firstAt = Math.min(sum.firstAt, firstAt)
  sum.lastAt = Math.max(sum.lastAt, lastAt)
}

function rankOf({ event }: Group): number {
  return event.startsWith('route.unknown') ? 0 : 1
}
