/** The table of errors: which ones match, and how they are shown. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { createGroups, type Group, isFailure, isLinkedHere, isUnknownAddress, kindOf } from './groups'
import { describeScope, type Report } from './log-reader'
import type { NameFrames } from './maps'
import { describeCount, describeMoment, describeThrown, shorten } from './printable'
import { createSummary, describeSummary, isNewSince } from './summary'

/** An error must match every field; in a list, any one value. Times are milliseconds since 1970. */
export type Filter = {
  /** The errors of bots, which got no error page, of people, or all with warnings and the rest. */
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

/** Collects matching errors for the table, and what stands above it if nothing but the time is filtered. */
export function createOverviewCollector(filter: Filter, isSummarized: boolean, nameFrames: NameFrames) {
  const { groups, add: addToGroups } = createGroups({ byBot: filter.audience === 'bot-filtered' })
  const summary = createSummary(filter.since, filter.until)
  let count = 0
  let countOfAll = 0

  function add(record: ErrorRecord, object: JsonObject): void {
    summary.add(record, object)
    if (kindOf(record) === null) return
    countOfAll += record.count
    if (!isMatch(record, filter)) return
    count += record.count
    addToGroups(record, object)
  }

  function finish(report: Report) {
    const named = [...groups.values()].map((group) => ({ ...group, frames: nameFrames(group.frames) }))
    const rows = named.sort(byWeight)
    const summarized = summary.finish()
    /** Forgotten, as there were too many different ones. */
    const others = count - sumOf(rows)
    const errors = describeErrors(count, filter.audience)
    const rest = countOfAll > count ? ` The log has ${describeCount(countOfAll - count, 'other')}.` : ''
    // Made-up addresses are no incident. The counts above have them.
    const told = isSummarized ? rows.filter((group) => rankOf(group) < unlinked) : rows
    const left = told.slice(maxRows)
    const leftOut = `${describeErrors(sumOf(left))} in ${describeCount(left.length, 'group')} are left out here, not in --json.`
    const table = [
      ...describeTable(told.slice(0, maxRows), summarized.build?.startedAt ?? null),
      '',
      ...(left.length > 0 ? [leftOut] : []),
      ...(others > 0
        ? [`${describeErrors(others)} are in no group: there were too many different ones.`]
        : []),
      `${describeErrors(sumOf(told) + (isSummarized ? 0 : others), filter.audience)} in ${describeCount(told.length, 'group')}. Times are UTC.`,
    ]
    const nothing = isSummarized ? [] : [`${errors}${describeScope(report)}.${rest}`]
    const lines = [
      ...(isSummarized ? describeSummary(summarized, rows, describeScope(report)) : []),
      ...(isSummarized && told.length > 0 ? [''] : []),
      ...(told.length > 0 ? table : nothing),
    ]
    return { text: lines.join('\n'), json: { filter, summary: summarized, count, groups: rows, others } }
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

/** What people met first, then what may affect them all, what bots met, links of ours that lead nowhere, and warnings. */
function byWeight(a: Group, b: Group): number {
  return rankOf(a) - rankOf(b) || b.count - a.count || b.lastAt - a.lastAt
}

function rankOf(group: Group): number {
  if (isFailure(group)) return group.people > 0 ? 0 : group.place === 'process' ? 1 : 2
  if (isUnknownAddress(group)) return isLinkedHere(group) ? 3 : unlinked
  return 4
}

const unlinked = 5

const columns = ['count', 'first', 'last', 'status', 'path', 'who', 'reference']
const pathColumn = columns.indexOf('path')
const tableWidth = 100

/** A header, then a line per group with what was thrown below it. Paths are shortened to fit. */
function describeTable(rows: readonly Group[], buildStartedAt: number | null): string[] {
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
    const isNew = group && buildStartedAt !== null && isNewSince(buildStartedAt, group)
    const below = group ? [(isNew ? 'new: ' : '') + describeThrown(group), ownFrame(group)] : []
    const said = below
      .filter((text) => text !== '')
      .map((text) => shorten(printable(text), tableWidth - indent.length))
    return [cells.map(pad).join('  ').trimEnd(), ...said.map((text) => indent + text)]
  })
}

/** The site's own line nearest to where it was thrown; empty without one. */
function ownFrame({ frames }: Group): string {
  return frames.find((frame) => !/node_modules|node:/.test(frame)) ?? ''
}

/** `12 people, Googlebot`. */
function describeWho({ people, bots, place, count }: Group): string {
  if (place === 'process') return '-'
  const others = count - people
  return [
    ...(people > 0 ? [others > 0 ? `people ${describeCount(people)}` : 'people'] : []),
    ...(others > 0 ? [bots.length > 1 ? `${bots.length} bots` : (bots[0] ?? 'bots')] : []),
  ].join(', ')
}

function cellsOf(group: Group): string[] {
  const { count, firstAt, lastAt, status, where, place, reference } = group
  return [
    describeCount(count),
    ...[firstAt, lastAt].map(describeMoment),
    String(status ?? '-'),
    printable(where ?? (place ? `(${place})` : '-')),
    shorten(printable(describeWho(group)), 20),
    shorten(printable(reference ?? '-'), 13),
  ]
}
