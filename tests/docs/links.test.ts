import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...['docs', 'docs/hosts', 'docs/decisions'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

test('every link of the documents leads to what is there', () => {
  const lost = inAllPages(/\]\(([^):]+)\)/g).filter(({ page, found }) => !leadsSomewhere(page, found))
  expect(lost).toEqual([])
})

test('every file that the documents name is there', () => {
  const named = inAllPages(/`((?:app|components|lib|scripts|tests|docs)\/[\w/.-]+\.\w+)`/g)
  expect(named.filter(({ found }) => !existsSync(found))).toEqual([])
})

function inAllPages(pattern: RegExp): { page: string; found: string }[] {
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, found = '']) => ({ page, found })),
  )
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(target) || anchor === undefined) return existsSync(target)
  const titles = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return titles.some((title) => anchorOf(title) === anchor)
}

/** As GitHub makes them. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
