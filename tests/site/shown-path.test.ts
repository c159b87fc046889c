import { expect, test } from 'vitest'
import { shownPath } from '@/lib/site/shown-path'

test.each([
  ['/n%C3%B6pe', '/nöpe'],
  ['/%E6%9D%B1%e4%ba%ac/a', '/東京/a'],
  ['/plain/path', '/plain/path'],
  ['/a%20b', '/a%20b'],
  ['/%E2%80%AEgnp.exe', '/%E2%80%AEgnp.exe'],
  ['/%00%0A', '/%00%0A'],
  ['/100%25', '/100%25'],
  ['/%2e%2E%2f', '/../'],
  ['/%ff%C3', '/%ff%C3'],
  ['/%', '/%'],
])('the path %s is shown as %s', (pathname, shown) => {
  expect(shownPath(pathname)).toBe(shown)
})
