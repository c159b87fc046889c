/** All log events are in one table, which the docs have, too. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type LogEvent, logEvents } from '@/lib/log/record'
import { isTest, nodesOf } from '../architecture/source'
import { readTree } from '../architecture/trees'

const names = Object.keys(logEvents) as LogEvent[]
const root = join(import.meta.dirname, '..', '..')

describe('the table of events', () => {
  const sources = readTree(root).filter(
    ({ path }) => /^(app|lib)\/.*\.tsx?$/.test(path) && !isTest(path) && path !== 'lib/log/events.ts',
  )

  it('is that of the docs', () => {
    const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const rows = docs
      .split('\n')
      .filter((line) => /^\| `[a-z-]+\.[a-z-]+` \| (anybody|person|site) \|/.test(line))
    const expected = names.map((name) => {
      const { triggeredBy, sameFields } = logEvents[name]
      const fields = ['level', ...sameFields].map((field) => `\`${field}\``).join(', ')
      return `| \`${name}\` | ${triggeredBy} | ${fields} |`
    })
    expect(rows).toEqual(expected)
  })

  it('has every event that is logged, and no other', () => {
    const logged = sources.flatMap((file) =>
      nodesOf(file, ts.isCallExpression)
        .filter(({ expression }) => /^(log|withLog)$/.test(expression.getText()))
        .flatMap(({ expression, arguments: given }) => given[expression.getText() === 'log' ? 1 : 2] ?? [])
        .flatMap(patternsOf),
    )
    for (const pattern of logged)
      expect(
        names.some((name) => pattern.test(name)),
        String(pattern),
      ).toBe(true)
    const texts = new Set(
      sources.flatMap((file) => nodesOf(file, ts.isStringLiteral).map(({ text }) => text)),
    )
    expect(names.filter((name) => !texts.has(name) && !logged.some((pattern) => pattern.test(name)))).toEqual(
      [],
    )
  })

  /** What an argument may be: its words, those of both its ways, or whatever a template's beginning allows. */
  function patternsOf(event: ts.Expression): RegExp[] {
    if (ts.isStringLiteralLike(event)) return [new RegExp(`^${event.text}$`)]
    if (ts.isTemplateExpression(event)) return [new RegExp(`^${event.head.text}[a-z-]+$`)]
    return ts.isConditionalExpression(event) ? [event.whenTrue, event.whenFalse].flatMap(patternsOf) : []
  }
})
