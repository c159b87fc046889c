import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RuleName, ruleNames, violationsIn } from './rules'
import type { SourceFile } from './source'
import { readTree } from './trees'

const root = join(import.meta.dirname, '../..')
const fixtures = join(root, 'tests/architecture/violations')
const violations = violationsIn(readTree(root))

/** Fixtures that are too long to be written out. */
const generated: Partial<Record<RuleName, SourceFile[]>> = {
  'file-length': [
    { path: 'lib/notes.ts', source: "export const note = ''\n".repeat(401) },
    { path: 'components/ui/button.module.css', source: '.button {}\n'.repeat(401) },
    { path: 'lib/account.ts', source: `// Over 200 lines: it keeps to the rules.\n${'\n'.repeat(401)}` },
  ],
}

describe('the project keeps its architecture', () => {
  test.each(ruleNames)('rule %s', (rule) => {
    const found = violations.filter((violation) => violation.rule === rule)
    expect(found.map(({ path, detail }) => `${path}: ${detail}`)).toEqual([])
  })
})

describe('every rule bites', () => {
  test('every folder of fixtures belongs to a rule', () => {
    expect([...readdirSync(fixtures), ...Object.keys(generated)].sort()).toEqual([...ruleNames].sort())
  })

  test.each(ruleNames)('rule %s names each file of its fixtures, and no other rule does', (rule) => {
    const files = generated[rule] ?? readTree(join(fixtures, rule))
    const found = violationsIn(files)
    expect(files.length).toBeGreaterThan(0)
    for (const { path, source } of files) {
      const named = found.filter((violation) => violation.path === path).map((violation) => violation.rule)
      const expected = source.includes('keeps to the rules') ? [] : [rule]
      expect([...new Set(named)], path).toEqual(expected)
    }
  })
})
