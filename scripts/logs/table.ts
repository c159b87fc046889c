/** Shows groups as a table, at most 100 characters wide. */
import { printable } from '../../lib/log/record'
import type { Group, Others } from './groups'
import { describeCount, describeMoment, shorten } from './printable'

/** A header, then a line per group and, below it, what was thrown. Paths are cut to fit. */
export function describeTable(groups: readonly Group[], others: readonly Others[]): string[] {
  const rows = [heads, ...groups.map(rowOf), ...others.map(otherRowOf)]
  const widthOf = (column: Column) => Math.max(...rows.map((row) => row[column].length))
  const widths = Object.fromEntries(columns.map((column) => [column, widthOf(column)])) as Record<
    Column,
    number
  >
  const taken = Object.values(widths).reduce((sum, width) => sum + width + gap.length, -gap.length)
  widths.path = Math.max(widths.path - Math.max(taken - tableWidth, 0), heads.path.length)
  const indent = ' '.repeat(widths.count) + gap
  return rows.flatMap(({ thrown, ...row }) => {
    const cells = { ...row, count: row.count.padStart(widths.count), path: shorten(row.path, widths.path) }
    const line = columns.map((column) => cells[column].padEnd(widths[column])).join(gap)
    return [line.trimEnd(), ...(thrown ? [indent + shorten(thrown, tableWidth - indent.length)] : [])]
  })
}

const tableWidth = 100
const gap = '  '

const columns = ['count', 'first', 'last', 'status', 'path', 'bot', 'reference'] as const

type Column = (typeof columns)[number]
type Row = Record<Column, string> & { thrown?: string }

const heads = Object.fromEntries(columns.map((column) => [column, column])) as Row

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
  return { ...sumCells(others), path: '(others)', bot: '', reference: '' }
}

function sumCells({ count, firstAt, lastAt, status }: Others) {
  return {
    count: describeCount(count),
    first: describeMoment(firstAt),
    last: describeMoment(lastAt),
    status: String(status ?? '-'),
  }
}
