import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from './rules'
import { readTree } from './trees'

const files = readTree(join(import.meta.dirname, '../..'))

describe.each(rules)('$name', ({ find, example }) => {
  test('holds', () => {
    expect(find(files).map(({ path, detail }) => `${path}: ${detail}`)).toEqual([])
  })

  test('bites', () => {
    expect(find([example]).map(({ path }) => path)).toContain(example.path)
  })
})
