/** In which order the groups are shown. */
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

/** The most, the latest, or the first of the alphabet first. Of equals the heavier, the more serious, the later one. */
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

/** What has no status happened outside of a request, and may concern all of them. */
function severityOf({ status }: Group): number {
  return status ?? 1_000
}

/** By code, so that the order is the same on each machine. */
function compareTexts(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first === second ? 0 : first < second ? -1 : 1
}
