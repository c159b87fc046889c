/** Counts similar errors together, in bounded memory. */
import type { ErrorRecord } from '../../lib/log/error-line'

/**
 * Errors with the same event, status, path, bot, name and message. The reference is the latest one that
 * wasn't folded.
 */
export type Group = Omit<ErrorRecord, 'references' | 'isFolded' | 'rendered' | 'clientAddress' | 'referrer'>

/** The rest of a status's errors, only summed up because there were too many different ones. */
export type Others = Pick<Group, 'count' | 'firstAt' | 'lastAt' | 'status'>

/** How many groups are kept when there are too many. */
export const mostGroups = 2_000

/**
 * Counts errors in groups. At twice `mostGroups`, half are summed up: unknown paths first, as anybody can
 * make up any number of them, then those with the fewest errors.
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
    /** Unsorted. Each error is counted once, in `groups` or in `others`. */
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

/** Sorts groups; ties go by count, severity and time. */
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

function newGroup({ references, isFolded, rendered, clientAddress, referrer, ...group }: ErrorRecord): Group {
  return group
}

function addTo(group: Group, record: ErrorRecord): void {
  // A folded line carries the reference of its first error, which has its own line.
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

/** Without a status it happened outside of a request, and may affect them all. */
function severityOf({ status }: Group): number {
  return status ?? 1_000
}

/** By code unit, so the order doesn't depend on the locale. */
function compareTexts(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first === second ? 0 : first < second ? -1 : 1
}
