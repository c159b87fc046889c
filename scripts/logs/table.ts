/** Shows groups as a table, at most 100 characters wide. */
import { printable } from '../../lib/log/record'
import type { Group, Others } from './groups'
import { describeCount, describeMoment, shorten } from './printable'

/** A header, then a line per group and, below it, what was thrown. Paths are cut to fit. */
export function describeTable(groups: readonly Group[], others: readonly Others[]): string[] {
  const rows = [heads, ...groups.map(rowOf), ...others.map(otherRowOf)]
  const hasVerdicts = groups.some(({ verdict }) => verdict !== undefined)
  // There is no room for both.
  const columns = allColumns.filter((column) => column !== (hasVerdicts ? 'first' : 'verdict'))
  const widthOf = (column: Column) => Math.max(...rows.map((row) => row[column].length))
  const widths = Object.fromEntries(columns.map((column) => [column, widthOf(column)])) as Record<
    Column,
    number
  >
  const taken = Object.values(widths).reduce((sum, width) => sum + width + gap.length, -gap.length)
  widths.path = Math.max(widths.path - Math.max(taken - tableWidth, 0), heads.path.length)
  const indent = ' '.repeat(widths.count) + gap
  return rows.flatMap(({ below, ...row }) => {
    const cells = { ...row, count: row.count.padStart(widths.count), path: shorten(row.path, widths.path) }
    const line = columns.map((column) => cells[column].padEnd(widths[column])).join(gap)
    return [line.trimEnd(), ...below.map((text) => indent + shorten(text, tableWidth - indent.length))]
  })
}

const tableWidth = 100
const gap = '  '

const allColumns = ['count', 'first', 'last', 'status', 'path', 'bot', 'verdict', 'reference'] as const

type Column = (typeof allColumns)[number]
type Row = Record<Column, string> & { below: string[] }

const names = Object.fromEntries(allColumns.map((column) => [column, column])) as Record<Column, string>
const heads: Row = { ...names, below: [] }

function rowOf(group: Group): Row {
  const { path, route, place, bot, name, message, reference, scan, verdict = '' } = group
  const thrown = [name, message].filter(Boolean).join(': ')
  // A true crawler may have many old addresses to ask for.
  const word = verdict === 'verified' ? '(crawl)' : '(scan)'
  const asked = scan ? `${word} ${describeCount(scan.paths)}${scan.hasMorePaths ? '+' : ''} paths` : path
  return {
    ...sumCells(group),
    path: printable(asked ?? route ?? (place ? `(${place})` : '-')),
    bot: shorten(printable(bot ?? '-'), 16),
    reference: shorten(printable(reference), 13),
    verdict,
    below: [thrown, describeSource(group)].filter(Boolean).map(printable),
  }
}

/** Where a scan or a false crawler came from; empty for others. */
function describeSource({ scan, verdict, clientAddresses = [] }: Group): string {
  if (scan) return `from ${scan.clientAddress}`
  if (verdict !== 'faked') return ''
  const [shown, left] = [
    clientAddresses.slice(0, maxAddressesShown),
    clientAddresses.slice(maxAddressesShown),
  ]
  return `from ${shown.join(', ')}${left.length > 0 ? ` and ${describeCount(left.length)} more` : ''}`
}

const maxAddressesShown = 3

function otherRowOf(others: Others): Row {
  return { ...sumCells(others), path: '(others)', bot: '', verdict: '', reference: '', below: [] }
}

function sumCells({ count, firstAt, lastAt, status }: Others) {
  return {
    count: describeCount(count),
    first: describeMoment(firstAt),
    last: describeMoment(lastAt),
    status: String(status ?? '-'),
  }
}
