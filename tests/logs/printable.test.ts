import { expect, test } from 'vitest'
import { printable } from '@/lib/log/record'
import { printableJson, shorten } from '@/scripts/logs/printable'

test.each([
  ['/share/…', '/share/…'],
  ['früh 東京 🙂', 'früh 東京 🙂'],
  ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
  ['\u009b31m', '\\u009b31m'],
  ['a\nb\r\tc', 'a\\u000ab\\u000d\\u0009c'],
  ['\u202etxt.exe', '\\u202etxt.exe'],
  ['a\u2028b\u200bc', 'a\\u2028b\\u200bc'],
  ['half \ud83d', 'half \\ud83d'],
  ['tag \u{e0041}', 'tag \\udb40\\udc41'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('printed JSON means what it meant', () => {
  const value = { 'a\u009b': ['\u001b]0;title\u0007', '\u202e', '\u{e0041}', 'früh\n'] }
  const json = printableJson(value)
  expect(JSON.parse(json)).toEqual(value)
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test.each([
  ['/app', 10, '/app'],
  ['/a/very/long/path', 9, '/a/v…path'],
  ['🙂🙂🙂🙂', 3, '🙂…🙂'],
])('%s in %i characters is %s', (text, width, short) => {
  expect(shorten(text, width)).toBe(short)
})
