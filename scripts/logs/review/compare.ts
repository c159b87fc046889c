/** Compares a period with the time before it: what is new, growing and gone, and which links lead nowhere. */
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { createGroups, type Group, isFailure, isLinkedHere, isUnknownAddress, kindOf, kinds } from '../groups'
import type { NameFrames } from '../maps'

/** The result of a review. Lists begin with what matters most. Times are milliseconds since 1970. */
export type Review = ReturnType<ReturnType<typeof createCounter>['review']>

/** An error of the period, and how many of it the period before had. The first may be older than both. */
export type Entry = Group & { before: number }

/** How many errors of a kind the period and the one before had. */
export type Total = { what: string; count: number; before: number }

/** Counts errors before `until`, and compares those from `since` on with the time before, of the same length. */
export function createCounter(since: number, until: number) {
  const length = until - since
  const current = createGroups()
  const earlier = createGroups()
  const totals = Object.values(kinds).map((what): Total => ({ what, count: 0, before: 0 }))

  function add(record: ErrorRecord, object: JsonObject): void {
    const { lastAt, count } = record
    if (lastAt >= until) return
    const isCurrent = lastAt >= since
    const before = !isCurrent && lastAt >= since - length ? count : 0
    if (isCurrent) current.add(record, object)
    else earlier.add({ ...record, count: before }, object)
    const kind = kindOf(record)
    const total = totals.find(({ what }) => kind !== null && what === kinds[kind])
    if (!total) return
    total.count += isCurrent ? count : 0
    total.before += before
  }

  function review(beginsAt: number | null, nameFrames: NameFrames) {
    // A log begins with its first line, which on a quiet site may be hours after the last one of the log before.
    const isCompared = beginsAt !== null && beginsAt <= since - length * 0.9
    const entries = [...current.groups].map(([key, group]): Entry => {
      const known = earlier.groups.get(key)
      return {
        ...group,
        frames: nameFrames(group.frames),
        before: known?.count ?? 0,
        firstAt: Math.min(group.firstAt, known?.firstAt ?? until),
      }
    })
    const [missing, errors] = partition(entries.sort(byWeight), isUnknownAddress)
    const [fresh, old] = partition(errors, ({ firstAt }) => firstAt >= since)
    const [growing, known] = partition(old, (entry) => isCompared && isGrowing(entry))
    const linked = missing.filter(({ links }) => links.size > 0)
    const absent = [...earlier.groups].filter(([key]) => !current.groups.has(key)).map(([, group]) => group)
    const gone = absent.filter((group) => isCompared && group.count > 0 && !isUnknownAddress(group))
    return {
      /** The period: from `since` on and before `until`. */
      ...{ since, until },
      /** False if the logs don't reach back to the period before, of the same length: nothing is then growing or gone. */
      isCompared,
      /** When the site's first line in the logs was written; null without one. */
      beginsAt,
      /** False if there were too many different errors to remember all of them; the totals still include all. */
      isWhole: current.isWhole() && earlier.isWhole(),
      ...{ totals, fresh, growing, known },
      gone: gone.map((group): Entry => ({ ...group, before: group.count, count: 0, people: 0 })),
      /** Missing pages that links lead to, first those that pages of this site link to. */
      links: partition(linked, isLinkedHere).flat(),
    }
  }

  return { add, review }
}

/** Failures first, then those that affect most people. */
function byWeight(a: Entry, b: Entry): number {
  return Number(isFailure(b)) - Number(isFailure(a)) || b.people - a.people || b.count - a.count
}

/** At least twice as many, and at least ten more: one that becomes two is no trend. */
function isGrowing({ count, before }: Entry): boolean {
  return count >= before * 2 && count - before >= 10
}

function partition<T>(values: readonly T[], matches: (value: T) => boolean): [matching: T[], rest: T[]] {
  return [values.filter(matches), values.filter((value) => !matches(value))]
}
