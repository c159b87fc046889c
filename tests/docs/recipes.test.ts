/** What the recipes and the map name is in the code; their files and links are in `links.test.ts`. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTree } from '../architecture/trees'

const words = new Set(
  [
    'app',
    'components',
    'lib',
    'scripts',
    'tests/architecture',
    'tests/database',
    'tests/http',
    'tests/support',
  ]
    .flatMap((folder) => readTree('.', folder))
    .map(({ source }) => source)
    .concat(readFileSync('lib/server/database/migrations/meta/_journal.json', 'utf8'))
    .flatMap((source) => source.match(/\w+/g) ?? []),
)
/** Each stands for a name of the reader's own. */
const placeholders = ['parseX', 'x']

test.each(['docs/recipes.md', 'docs/map.md'])('every name in %s is one of the code', (page) => {
  const named = [
    ...readFileSync(page, 'utf8').matchAll(/`<?([A-Za-z]\w*(?:\.\w+)*)(?:\([^`]*\)|>| [^`]*)?`/g),
  ]
  const names = named.flatMap(([, name = '']) => name.split('.'))
  expect(names.length).toBeGreaterThan(40)
  const endings = ['ts', 'tsx', 'md', 'json', 'mjs']
  expect(names.filter((name) => ![...placeholders, ...endings].includes(name) && !words.has(name))).toEqual(
    [],
  )
})
