import { expect, test } from 'vitest'
import { createLineReader } from '@/scripts/logs/lines'

const longest = 1024 * 1024

function open() {
  const lines: string[] = []
  let tooLong = 0
  const reader = createLineReader((line) => {
    if (line === null) tooLong++
    else lines.push(line)
  })
  return { ...reader, lines, tooLong: () => tooLong }
}

test.each([1, 2, 3, 7, 1_000])('lines do not depend on how the bytes come: %i at once', (size) => {
  const bytes = Buffer.from('first\n\nzweite für uns…\r\nlast')
  const reader = open()
  for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size))
  reader.end()
  expect(reader.lines).toEqual(['first', '', 'zweite für uns…\r', 'last'])
})

test.each([
  ['in one piece', 64 * longest],
  ['in many pieces', 60_000],
])('a line over 1 MB is passed over, and those around it are not: %s', (_, size) => {
  const lines = [
    'before',
    'x'.repeat(longest + 1),
    'between',
    'y'.repeat(longest),
    'z'.repeat(5 * longest),
    'after',
  ]
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  const reader = open()
  for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size))
  reader.end()
  expect(reader.lines).toEqual(['before', 'between', lines[3], 'after'])
  expect(reader.tooLong()).toBe(2)
})
