/** Texts from the log as they may be shown on a terminal: visitors choose paths and names of bots. */
import { printable } from '../../lib/log/record'

export { printable } from '../../lib/log/record'

/** The value as JSON, for people and programs; it too holds nothing that a terminal obeys. */
export function printableJson(value: unknown): string {
  // The line ends are those of the layout.
  return JSON.stringify(value, null, 2).split('\n').map(printable).join('\n')
}

/** Shortened in the middle to so many characters. */
export function shorten(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  const kept = Math.max(width - 1, 0)
  const head = characters.slice(0, Math.ceil(kept / 2))
  return [...head, '…', ...characters.slice(characters.length - Math.floor(kept / 2))].join('')
}

/** `12,345`. */
export function describeCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 error`, `2 bot-filtered errors`. */
export function describeErrors(count: number, kind = ''): string {
  return [describeCount(count), kind, count === 1 ? 'error' : 'errors'].filter(Boolean).join(' ')
}

/** `1.07 GB`: thousands of thousands, as disks are sold. */
export function describeBytes(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  return `${(bytes / size).toFixed(size === 1e9 ? 2 : size === 1e6 ? 1 : 0)} ${unit}`
}
