/** The groups as a table of at most a hundred columns. */
import type { Group, Others } from './groups'
import { describeMoment } from './moment'
import { describeCount, printable, shorten } from './printable'

/** A line of heads and a line a group, in UTC; below it, if something was thrown, what. The path has what room is left. */
export function describeTable(groups: readonly Group[], others: readonly Others[]): string[] {
  const rows = [heads, ...groups.map(rowOf), ...others.map(otherRowOf)]
  const widths = columns.map((column) => Math.max(...rows.map((row) => lengthOf(row[column]))))
  const [countWidth = 0] = widths
  const taken = widths.reduce((sum, width) => sum + width + gap.length, -gap.length)
  const pathPlace = columns.indexOf('path')
  const pathWidth = Math.max((widths[pathPlace] ?? 0) - Math.max(taken - tableWidth, 0), heads.path.length)
  widths[pathPlace] = pathWidth
  return rows.flatMap((row) => {
    const cells = { ...row, count: row.count.padStart(countWidth), path: shorten(row.path, pathWidth) }
    const line = columns.map((column, place) => fill(cells[column], widths[place] ?? 0)).join(gap)
    return row.thrown ? [line.trimEnd(), describeThrown(row.thrown, countWidth)] : [line.trimEnd()]
  })
}

const tableWidth = 100
const gap = '  '

const columns = ['count', 'first', 'last', 'status', 'path', 'bot', 'reference'] as const

type Row = Record<(typeof columns)[number] | 'thrown', string>

const heads: Row = {
  count: 'count',
  first: 'first',
  last: 'last',
  status: 'status',
  path: 'path',
  bot: 'bot',
  reference: 'reference',
  thrown: '',
}

function rowOf(group: Group): Row {
  const { path, route, place, bot, name, message, reference } = group
  return {
    ...sumCells(group),
    path: printable(path ?? route ?? (place ? `(${place})` : '-')),
    bot: shorten(printable(bot ?? '-'), 16),
    reference: shorten(printable(reference), 13),
    thrown: printable([name, message].filter(Boolean).join(': ')),
  }
}

function otherRowOf(others: Others): Row {
  return { ...sumCells(others), path: '(others)', bot: '', reference: '', thrown: '' }
}

function sumCells({ count, firstAt, lastAt, status }: Others) {
  return {
    count: describeCount(count),
    first: describeMoment(firstAt),
    last: describeMoment(lastAt),
    status: String(status ?? '-'),
  }
}

function describeThrown(thrown: string, countWidth: number): string {
  const indent = ' '.repeat(countWidth) + gap
  return indent + shorten(thrown, tableWidth - indent.length)
}

function lengthOf(text: string): number {
  return [...text].length
}

function fill(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(width - lengthOf(cell), 0))
}
