/** Formats values for a terminal and for JSON. */
import ms from 'ms'
import { printable } from '../../lib/log/record'
import { explainMessage } from './react-errors'

/** The value as JSON that can't control a terminal: visitors choose paths and names of bots. Times become ISO 8601. */
export function printableJson(value: unknown): string {
  // Line by line, because `printable` would escape the line ends.
  return JSON.stringify(value, toJson, 2).split('\n').map(printable).join('\n')
}

function toJson(key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value)
  return typeof value === 'number' && times.includes(key) ? new Date(value).toJSON() : value
}

const times = ['since', 'until', 'at', 'firstAt', 'lastAt', 'beginsAt', 'startedAt']

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

/** `25 seconds`, to the nearest unit. */
export function describeDuration(milliseconds: number): string {
  return ms(milliseconds, { long: true })
}

/** `TypeError: note is undefined`, with the message's first line; empty if nothing was thrown. */
export function describeThrown({ name, message }: { name: string; message: string }): string {
  return [name, explainMessage(message).split('\n', 1)[0]].filter(Boolean).join(': ')
}
