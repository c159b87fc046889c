/** Formats values for a terminal and for JSON. */
import { printable } from '../../lib/log/record'

/** The value as JSON that can't control a terminal: visitors choose paths and names of bots. */
export function printableJson(value: unknown): string {
  // Line by line, because `printable` would escape the line ends.
  return JSON.stringify(value, null, 2).split('\n').map(printable).join('\n')
}

/** Cuts the middle out of texts longer than `width` characters. */
export function shorten(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  const head = characters.slice(0, Math.ceil((width - 1) / 2))
  return [...head, '…', ...characters.slice(characters.length - Math.floor((width - 1) / 2))].join('')
}

/** Lines with the cells of each row below each other; the columns in `numeric` are aligned to the right. */
export function alignColumns(rows: readonly (readonly string[])[], numeric: readonly number[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? []
  const align = (cell: string, column: number) =>
    numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(align).join('  ').trimEnd())
}

/** `12,345`; with a noun, `1 line`, `2 lines`. */
export function describeCount(count: number, noun?: string): string {
  const number = count.toLocaleString('en-US')
  return noun ? `${number} ${noun}${count === 1 ? '' : 's'}` : number
}

/** `2026-11-21 15:04`, in UTC. */
export function describeMoment(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
}

/** `TypeError: note is undefined`, with the message's first line; empty if nothing was thrown. */
export function describeThrown({ name, message }: { name: string; message: string }): string {
  return [name, message.split('\n', 1)[0]].filter(Boolean).join(': ')
}

/** For JSON, where dates are ISO 8601. */
export function toDate(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment)
}

/** The value for JSON: its times as dates. */
export function withDates<T extends { firstAt: number; lastAt: number }>({ firstAt, lastAt, ...rest }: T) {
  return { first: toDate(firstAt), last: toDate(lastAt), ...rest }
}
