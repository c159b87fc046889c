import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpointMethods } from '@/lib/site/endpoints'
import { readTree } from './trees'

const root = join(import.meta.dirname, '../..')
const handlers = readTree(root).filter(({ path }) => /^app\/.*\/?route\.ts$/.test(path))

/** The exported methods of each handler, by path. */
const exported = handlers.map(({ path }) => {
  const folder = path.replace(/^app|\/route\.ts$/g, '')
  const pattern = decodeURIComponent(folder).replace(/\[(.+?)\]/g, '{$1}')
  const source = readFileSync(join(root, path), 'utf8')
  return [pattern, [...source.matchAll(/^export (?:async )?function ([A-Z]+)\(/gm)].map(([, name]) => name)]
})

test('every handler has the methods that the site map says, for whatever else is refused before it', () => {
  const sorted = (table: readonly (readonly [unknown, unknown])[]) =>
    Object.fromEntries(table.map(([pattern, methods]) => [pattern, [...(methods as string[])].sort()]))
  expect(handlers.length).toBeGreaterThan(10)
  expect(sorted(endpointMethods())).toEqual(sorted(exported as [string, string[]][]))
})
