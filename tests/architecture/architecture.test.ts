import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ruleNames, violationsIn } from './rules'
import { readTree } from './trees'

const root = join(import.meta.dirname, '../..')
const fixtures = join(root, 'tests/architecture/violations')
const violations = violationsIn(readTree(root))

describe('the project keeps its architecture', () => {
  test.each(ruleNames)('rule %s', (rule) => {
    const found = violations.filter((violation) => violation.rule === rule)
    expect(found.map(({ path, detail }) => `${path}: ${detail}`)).toEqual([])
  })
})

describe('every rule bites', () => {
  test('every folder of fixtures belongs to a rule', () => {
    expect(readdirSync(fixtures).sort()).toEqual([...ruleNames].sort())
  })

  test.each(ruleNames)('rule %s names each file of its fixtures, and no other rule does', (rule) => {
    const files = readTree(join(fixtures, rule))
    const found = violationsIn(files)
    expect(files.length).toBeGreaterThan(0)
    for (const { path, source } of files) {
      const named = new Set(
        found.filter((violation) => violation.path === path).map((violation) => violation.rule),
      )
      expect([...named], path).toEqual(source.includes('keeps to the rules') ? [] : [rule])
    }
  })
})
