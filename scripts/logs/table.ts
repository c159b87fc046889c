/** Shows groups as a table, at most 100 characters wide. */
import { printable } from '../../lib/log/record'
import type { Group, Others } from './groups'
import { alignColumns, describeCount, describeMoment, shorten } from './printable'

/** A header, then a line per group with what was thrown below it. Paths are shortened to fit. */
export function describeTable(groups: readonly Group[], others: readonly Others[]): string[] {
  const rows = [...groups.map(rowOf), ...others.map(otherRowOf)]
  const hasVerdicts = groups.some(({ verdict }) => verdict !== undefined)
  // Both don't fit.
  const columns = allColumns.filter((column) => column !== (hasVerdicts ? 'first' : 'verdict'))
  const align = (pathWidth: number) => {
    const cells = rows.map((row) =>
      columns.map((name) => ({ ...row, path: shorten(row.path, pathWidth) })[name]),
    )
    return alignColumns([columns, ...cells], [0])
  }
  const maxPathWidth = Math.max(...[...rows, { path: 'path' }].map(({ path }) => path.length))
  const excess = Math.max(...align(maxPathWidth).map((line) => line.length)) - tableWidth
  const [header = '', ...lines] = align(Math.max(maxPathWidth - Math.max(excess, 0), 'path'.length))
  const indent = ' '.repeat(Math.max('count'.length, ...rows.map(({ count }) => count.length)) + 2)
  const below = rows.map((row) => row.below.map((text) => indent + shorten(text, tableWidth - indent.length)))
  return [header, ...lines.flatMap((line, index) => [line, ...(below[index] ?? [])])]
}

const tableWidth = 100

const allColumns = ['count', 'first', 'last', 'status', 'path', 'bot', 'verdict', 'reference'] as const

type Row = Record<(typeof allColumns)[number], string> & { below: string[] }

function rowOf(group: Group): Row {
  const { path, route, place, bot, name, message, reference, scan, verdict = '' } = group
  const thrown = [name, message].filter(Boolean).join(': ')
  // A verified crawler may simply have many old addresses to request.
  const word = verdict === 'verified' ? '(crawl)' : '(scan)'
  const scanned = scan ? `${word} ${describeCount(scan.paths)}${scan.hasMorePaths ? '+' : ''} paths` : path
  return {
    ...sumCells(group),
    path: printable(scanned ?? route ?? (place ? `(${place})` : '-')),
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
  const left = clientAddresses.length - maxAddressesShown
  const shown = clientAddresses.slice(0, maxAddressesShown).join(', ')
  return `from ${shown}${left > 0 ? ` and ${describeCount(left)} more` : ''}`
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
