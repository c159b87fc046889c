/** The table of errors: which ones match, and how they are shown. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { createGroups, type Group } from './groups'
import { describeScope, type Report } from './log-reader'
import { describeCount, describeMoment, describeThrown, shorten } from './printable'

/** An error must match every field; in a list, any one value. Times are milliseconds since 1970. */
export type Filter = {
  /** The errors of bots, which got no error page, of people, or all. */
  audience: 'bot-filtered' | 'people' | 'all'
  since: number | null
  /** Exclusive. */
  until: number | null
  /** Parts of bots' names. */
  bots: readonly string[]
  /** `404` or `5xx`. */
  statuses: readonly string[]
  /** Parts of paths or routes. */
  paths: readonly string[]
}

/** Whether an error matches. A folded line that overlaps the time range counts in full. */
export function isMatch(record: ErrorRecord, filter: Filter): boolean {
  return (
    isOfAudience(record, filter.audience) &&
    (filter.since === null || record.lastAt >= filter.since) &&
    (filter.until === null || record.firstAt < filter.until) &&
    matchesAny(filter.statuses, (pattern) => hasStatus(record, pattern)) &&
    matchesAny(filter.bots, (part) => includesText(record.bot, part)) &&
    matchesAny(filter.paths, (part) => includesText(record.path, part) || includesText(record.route, part))
  )
}

function isOfAudience({ bot, rendered, place }: ErrorRecord, audience: Filter['audience']): boolean {
  if (audience === 'bot-filtered') return bot !== null && !rendered
  // Errors outside of a request affect nobody directly.
  if (audience === 'people') return bot === null && place !== 'process'
  return true
}

/** An empty list matches everything. */
function matchesAny(patterns: readonly string[], matches: (pattern: string) => boolean): boolean {
  return patterns.length === 0 || patterns.some(matches)
}

function hasStatus({ status }: ErrorRecord, pattern: string): boolean {
  return pattern.endsWith('xx') ? String(status)[0] === pattern[0] : String(status) === pattern
}

function includesText(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false
}

const maxRows = 50

/** Collects matching errors for the table. */
export function createOverviewCollector(filter: Filter) {
  const { groups, add: addToGroups } = createGroups({ byBot: true })
  let count = 0
  let countOfAll = 0

  function add(record: ErrorRecord, object: JsonObject): void {
    countOfAll += record.count
    if (!isMatch(record, filter)) return
    count += record.count
    addToGroups(record, object)
  }

  function finish(report: Report) {
    const rows = [...groups.values()].sort(byWeight)
    /** Forgotten, as there were too many different ones. */
    const others = count - sumOf(rows)
    const errors = describeErrors(count, filter.audience)
    const rest = countOfAll > 0 ? ` The log has ${describeCount(countOfAll, 'other error')}.` : ''
    const left = rows.slice(maxRows)
    const lines = [
      ...describeTable(rows.slice(0, maxRows)),
      '',
      ...(left.length > 0
        ? [
            `${describeErrors(sumOf(left))} in ${describeCount(left.length, 'group')} are left out here, not in --json.`,
          ]
        : []),
      ...(others > 0
        ? [`${describeErrors(others)} are in no group: there were too many different ones.`]
        : []),
      `${errors} in ${describeCount(rows.length, 'group')}. Times are UTC.`,
    ]
    return {
      text: count > 0 ? lines.join('\n') : `${errors}${describeScope(report)}.${rest}`,
      json: { filter, count, groups: rows, others },
    }
  }

  return { add, finish }
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

function describeErrors(count: number, audience: Filter['audience'] = 'all'): string {
  const errors = describeCount(count, audience === 'bot-filtered' ? 'bot-filtered error' : 'error')
  return audience === 'people' ? `${errors} that people met` : errors
}

/** The most frequent first. Without a status an error happened outside of a request, and may affect all of them. */
function byWeight(a: Group, b: Group): number {
  return b.count - a.count || (b.status ?? 1_000) - (a.status ?? 1_000) || b.lastAt - a.lastAt
}

const columns = ['count', 'first', 'last', 'status', 'path', 'bot', 'reference']
const pathColumn = columns.indexOf('path')
const tableWidth = 100

/** A header, then a line per group with what was thrown below it. Paths are shortened to fit. */
function describeTable(rows: readonly Group[]): string[] {
  const table = [columns, ...rows.map(cellsOf)]
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)))
  const excess = widths.reduce((sum, width) => sum + width + 2, -2) - tableWidth
  const pad = (cell: string, column: number) => {
    const width = (widths[column] ?? 0) - (column === pathColumn ? Math.max(0, excess) : 0)
    return column === 0 ? cell.padStart(width) : shorten(cell, width).padEnd(width)
  }
  const indent = ' '.repeat((widths[0] ?? 0) + 2)
  return table.flatMap((cells, index) => {
    const group = rows[index - 1]
    const thrown = group && printable(describeThrown(group))
    const line = cells.map(pad).join('  ').trimEnd()
    return thrown ? [line, indent + shorten(thrown, tableWidth - indent.length)] : [line]
  })
}

function cellsOf({ count, firstAt, lastAt, status, where, place, bots, reference }: Group): string[] {
  return [
    describeCount(count),
    ...[firstAt, lastAt].map(describeMoment),
    String(status ?? '-'),
    printable(where ?? (place ? `(${place})` : '-')),
    shorten(printable(bots[0] ?? '-'), 16),
    shorten(printable(reference), 13),
  ]
}
