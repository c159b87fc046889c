/** Similar errors, counted together, in memory that does not grow with the log. */
import type { ErrorRecord } from './record'

/**
 * Errors with the same event, status, path, bot, name and message. The reference is that of the latest with a line of
 * its own.
 */
export type Group = Omit<ErrorRecord, 'references' | 'isFolded' | 'rendered'>

/** Errors of one status of which only the sum is known, as there were too many different ones. */
export type Others = Pick<Group, 'count' | 'firstAt' | 'lastAt' | 'status'>

/** As many groups stay when there are too many. */
export const mostGroups = 2_000

/**
 * Counts errors in groups. At twice as many groups as may stay, half of them are summed up: unknown paths first, as
 * anybody can make up any number of them; then those with the fewest errors.
 */
export function openGroups() {
  let groups = new Map<string, Group>()
  const others = new Map<number | null, Others>()

  function add(record: ErrorRecord): void {
    const key = keyOf(record)
    const group = groups.get(key)
    if (group) addTo(group, record)
    else groups.set(key, newGroup(record))
    if (groups.size >= mostGroups * 2) sumUpRareOnes()
  }

  function sumUpRareOnes(): void {
    const commonFirst = [...groups].sort(([, a], [, b]) => rankOf(b) - rankOf(a) || b.count - a.count)
    groups = new Map(commonFirst.slice(0, mostGroups))
    for (const [, { count, firstAt, lastAt, status }] of commonFirst.slice(mostGroups)) {
      const sum = others.get(status)
      if (sum) addSpan(sum, { count, firstAt, lastAt })
      else others.set(status, { count, firstAt, lastAt, status })
    }
  }

  return {
    add,
    /** In no order. Together they count each error once. */
    list: () => ({ groups: [...groups.values()], others: [...others.values()] }),
  }
}

type Order = (a: Group, b: Group) => number

const orders = {
  count: (a, b) => b.count - a.count,
  last: (a, b) => b.lastAt - a.lastAt,
  first: (a, b) => a.firstAt - b.firstAt,
  status: (a, b) => (a.status ?? 0) - (b.status ?? 0),
  path: (a, b) => compareTexts(a.path ?? a.route, b.path ?? b.route),
  bot: (a, b) => compareTexts(a.bot, b.bot),
} satisfies Record<string, Order>

export type Sorting = keyof typeof orders

export const sortings = Object.keys(orders) as Sorting[]

/** The most, the latest, or the first of the alphabet first; of equals the more frequent, the more serious, the later. */
export function sortGroups(groups: readonly Group[], sorting: Sorting): Group[] {
  return [...groups].sort(
    (a, b) =>
      orders[sorting](a, b) ||
      orders.count(a, b) ||
      severityOf(b) - severityOf(a) ||
      orders.last(a, b) ||
      orders.path(a, b),
  )
}

function keyOf({ event, status, path, route, place, bot, name, message }: ErrorRecord): string {
  return [status, event, path ?? route ?? place, bot, name, message].join('\0')
}

function newGroup({ references, isFolded, rendered, ...group }: ErrorRecord): Group {
  return group
}

function addTo(group: Group, record: ErrorRecord): void {
  // A line that stands for many errors has the reference of the first, which is known already.
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

/** What has no status happened outside of a request, and may concern all of them. */
function severityOf({ status }: Group): number {
  return status ?? 1_000
}

/** By code, so that the order is the same on every machine. */
function compareTexts(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first === second ? 0 : first < second ? -1 : 1
}
