/** Formats values for a terminal. */
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

/** `12,345`; with a noun, `1 line`, `2 lines`. */
export function describeCount(count: number, noun?: string): string {
  const number = count.toLocaleString('en-US')
  return noun ? `${number} ${noun}${count === 1 ? '' : 's'}` : number
}

/** `2026-11-21 15:04`, in UTC. */
export function describeMoment(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
}

/** For JSON, which has it in ISO 8601. */
export function toDate(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment)
}
