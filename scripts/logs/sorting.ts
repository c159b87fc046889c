/** The orders of groups. */
import type { Group } from './groups'

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

/** Without a status the error happened outside of a request, and may affect all of them. */
function severityOf({ status }: Group): number {
  return status ?? 1_000
}

/** By code unit, so the order doesn't depend on the locale. */
function compareTexts(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first === second ? 0 : first < second ? -1 : 1
}
