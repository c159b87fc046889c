/** The matrix of docs/map.md: columns are folders with the same rows, which import only from those below. */
import { eachModule, type Finding, localImportsOf, type Rule, type SourceFile } from '../source'

/**
 * The rows of each column from the bottom up. A row imports from lower levels only, not from its own. A row may be a folder or
 * a file of its name.
 */
export const rowsOfColumns = {
  components: [
    ['ui'],
    ['errors'],
    ['identity', 'session', 'consent', 'notes'],
    ['email-link'],
    ['second-factor'],
    ['sign-in', 'account'],
    ['layout'],
  ],
  'lib/browser': [
    ['site-data', 'observable', 'idle'],
    ['time'],
    ['http', 'errors', 'theme'],
    ['config'],
    ['identity', 'consent', 'builds'],
    ['session'],
    ['passkeys'],
    ['email-link', 'account', 'notes'],
  ],
  'lib/server': [
    ['process', 'private-folder', 'setting-files'],
    ['config'],
    ['log'],
    ['database', 'identity'],
    ['http'],
    ['session', 'builds', 'errors'],
    ['account', 'notes', 'passkeys', 'front', 'guard', 'regular-work'],
    ['start'],
  ],
  lib: [
    ['json', 'error-code', 'uuid'],
    ['site'],
    ['theme'],
    ['log', 'time', 'identity', 'notes', 'consent', 'passkeys'],
    ['account', 'config', 'errors', 'session'],
    ['http', 'email-link'],
    ['builds'],
  ],
  tests: [],
} as const satisfies Record<string, readonly (readonly string[])[]>

type Column = keyof typeof rowsOfColumns

/** The first that fits: `lib/browser` isn't a row of `lib`. */
const columns = Object.keys(rowsOfColumns) as Column[]

/** Rows of `tests/` only: support and commands. */
const onlyTested = [
  'support',
  'architecture',
  'container',
  'docs',
  'doctor',
  'engines',
  'logs',
  'measure',
  'mutate',
  'screens',
  'vercel',
]
const runners = /^tests\/(run\.ts|(vitest|playwright)\.config\.ts)$/

/** Every file of a column is in one of its rows, and imports only rows below its own. */
export const rowOrder: Rule = {
  name: 'rows stand on rows below them',
  find: (files) => [...files.flatMap(outsideRows), ...eachModule(upwardImports)(files)],
  example: { path: 'lib/server/log/log.ts', source: "import { open } from '@/lib/server/session/session'" },
}

function outsideRows({ path }: SourceFile): Finding[] {
  const place = placeOf(path)
  if (!place || runners.test(path) || rowsOf(place.column).includes(place.row)) return []
  const detail = `${place.row} is no row of ${place.column}: use one that is, or add it in tests/architecture/rules/rows.ts`
  return [{ path, detail }]
}

function upwardImports(file: SourceFile): string[] {
  const from = placeOf(file.path)
  if (!from) return []
  return localImportsOf(file).flatMap((path) => {
    const to = placeOf(path)
    if (!to || to.column !== from.column || to.row === from.row) return []
    return levelOf(to) < levelOf(from) ? [] : [`${from.row} does not stand on ${to.row}`]
  })
}

type Place = { column: Column; row: string }

function placeOf(path: string): Place | null {
  const column = columns.find((name) => path.startsWith(`${name}/`))
  if (!column) return null
  const [first = ''] = path.slice(column.length + 1).split('/')
  return { column, row: first.replace(/\..*$/, '') }
}

function rowsOf(column: Column): readonly string[] {
  if (column === 'tests') return [...columns.flatMap((name) => rowsOfColumns[name].flat()), ...onlyTested]
  return rowsOfColumns[column].flat()
}

function levelOf({ column, row }: Place): number {
  return rowsOfColumns[column].findIndex((level) => (level as readonly string[]).includes(row))
}
