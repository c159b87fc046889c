import { expect, test } from 'vitest'
import { createLineReader } from '@/scripts/logs/lines'

const maxLength = 1024 * 1024

/** Reads the text in chunks of this size. */
function linesOf(text: string, size: number): (string | null)[] {
  const lines: (string | null)[] = []
  const reader = createLineReader((line) => lines.push(line))
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size))
  reader.end()
  return lines
}

test.each([1, 2, 3, 7, 1_000])('lines do not depend on the chunks: %i bytes each', (size) => {
  const lines = ['first', '', 'zweite für uns…\r', 'last']
  expect(linesOf(lines.join('\n'), size)).toEqual(lines)
})

test.each([64 * maxLength, 60_000])(
  'a line over 1 MB is skipped, and the others are read: %i bytes',
  (size) => {
    const [whole, long] = ['y'.repeat(maxLength), 'x'.repeat(maxLength + 1)]
    const text = ['before', long, whole, long.repeat(5), 'after', ''].join('\n')
    expect(linesOf(text, size)).toEqual(['before', null, whole, null, 'after'])
  },
)

test.each([1, 4_096, 3 * maxLength])(
  'NULs that logrotate leaves before a line are no part of it: %i',
  (size) => {
    const text = `first\n${'\0'.repeat(2 * maxLength)}second\n`
    expect(linesOf(text, size)).toEqual(['first', 'second'])
  },
)
