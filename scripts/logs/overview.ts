/** All matching errors, in groups or over time. */
import type { ErrorRecord } from '../../lib/log/error-line'
import type { Query } from './arguments'
import { type Audience, isMatch } from './filter'
import { createGroups, type Group, type Others } from './groups'
import { type Bar, createHistogram, describeBars } from './histogram'
import { describeCount, toDate, withDates } from './printable'
import { describeScope, type Report } from './report'
import { sortGroups } from './sorting'
import { describeTable } from './table'
import { verifyClaims } from './verify'

/** Collects errors for a table, a histogram, or JSON with both. A query by path also lists the paths of scans. */
export function createOverviewCollector({ filter, sorting, limit, everyMs, verify }: Query) {
  const counted = createGroups({ byAddress: verify !== null, scansApart: filter.paths.length > 0 })
  const histogram = everyMs === null ? null : createHistogram(everyMs)
  let count = 0
  let countOfAll = 0

  function add(record: ErrorRecord): void {
    countOfAll += record.count
    if (!isMatch(record, filter)) return
    count += record.count
    counted.add(record)
    histogram?.add(record)
  }

  async function finish(report: Report) {
    const verified = verify && (await verifyClaims(counted.claims(), verify))
    const { groups, others } = counted.list(verified?.verdictOf)
    const sorted = sortGroups(groups, sorting)
    const bars = histogram?.list() ?? null
    const shown = everyMs === null ? describeGroups(sorted, others, limit) : describeBars(bars, everyMs)
    const errors = describeErrors(count, filter.audience)
    const leftOut = verified?.leftOut ? [`${tooManyAddresses(verified.leftOut)}\n`] : []
    const rest = countOfAll > 0 ? ` The log has ${describeCount(countOfAll, 'other error')}.` : ''
    const grouped = describeCount(groups.length, 'group') + (others.length > 0 ? ' and others' : '')
    return {
      text:
        count > 0
          ? [...shown, '', ...leftOut, `${errors} in ${grouped}. Times are UTC.`].join('\n')
          : `${errors}${describeScope(report)}.${rest}`,
      /** All groups, whatever `--limit` says. Dates become ISO 8601. */
      json: {
        filter: { ...filter, since: toDate(filter.since), until: toDate(filter.until) },
        count,
        ...(verified ? { addressesNotAsked: verified.leftOut } : {}),
        groups: sorted.map(withDates),
        others: others.map(withDates),
        ...(everyMs === null ? {} : { histogram: bars && histogramJson(bars, everyMs) }),
      },
      exitCode: everyMs !== null && bars === null ? 1 : undefined,
    }
  }

  return { add, finish }
}

function tooManyAddresses(count: number): string {
  return `Not verified because there are too many: ${describeCount(count)} addresses with the fewest errors.`
}

function describeErrors(count: number, audience: Audience): string {
  if (audience === 'bot-filtered') return describeCount(count, 'bot-filtered error')
  return `${describeCount(count, 'error')}${audience === 'people' ? ' that people met' : ''}`
}

function describeGroups(groups: readonly Group[], others: readonly Others[], limit: number): string[] {
  const lines = describeTable(groups.slice(0, limit), others)
  const left = groups.slice(limit)
  const leftCount = left.reduce((sum, { count }) => sum + count, 0)
  const words = `${describeCount(leftCount, 'error')} in ${describeCount(left.length, 'group')}`
  if (left.length > 0) lines.push('', `Left out by --limit: ${words}.`)
  return others.length > 0 ? [...lines, '', tooManyErrors] : lines
}

const tooManyErrors = `There are too many different errors to list. The rest are summed up by status in the lines
"(others)"; other lines may count too few.`

function histogramJson(bars: readonly Bar[], everyMs: number) {
  return {
    everySeconds: everyMs / 1_000,
    bars: bars.map(({ from, count }) => ({ from: toDate(from), count })),
  }
}
