import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logEvents } from '@/lib/log/record'

test('the docs have every log event, with its rule', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const rows = docs
    .split('\n')
    .filter((line) => /^\| `[a-z-]+\.[a-z-]+` \| (anybody|person|site) \|/.test(line))
  const expected = Object.entries(logEvents).map(([name, { triggeredBy, sameFields }]) => {
    const fields = ['level', ...sameFields].map((field) => `\`${field}\``).join(', ')
    return `| \`${name}\` | ${triggeredBy} | ${fields} |`
  })
  expect(rows).toEqual(expected)
})
