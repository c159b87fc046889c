/** The matrix of docs/map.md: columns are folders with the same rows, which import only from those below. */
import { eachModule, importsOf, localPath, type Rule } from '../source'

/**
 * The rows of each column from the bottom up. A row imports from lower levels only, not from its own. A row may be a folder or
 * a file of its name.
 */
export const rowOrder = {
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
    ['account', 'notes', 'passkeys'],
    ['start'],
  ],
  lib: [
    ['json', 'error-code', 'theme', 'uuid'],
    ['site', 'log', 'time', 'identity', 'notes', 'consent', 'passkeys'],
    ['account', 'config', 'errors', 'session'],
    ['http', 'email-link'],
    ['builds', 'guard'],
  ],
  tests: [],
} as const satisfies Record<string, readonly (readonly string[])[]>

type Column = keyof typeof rowOrder

/** The first that fits: `lib/browser` isn't a row of `lib`. */
const columns = Object.keys(rowOrder) as Column[]

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
]
const runners = /^tests\/(run\.ts|(vitest|playwright)\.config\.ts)$/

/** Every file of a column is in one of its rows. */
export const rows: Rule = (files) =>
  files.flatMap(({ path }) => {
    const place = placeOf(path)
    if (!place || runners.test(path) || rowsOf(place.column).includes(place.row)) return []
    return [
      {
        path,
        detail: `${place.row} is no row of ${place.column}: use one that is, or add it to rowOrder in tests/architecture/rules/rows.ts`,
      },
    ]
  })

/** Rows import only from lower levels. */
export const rowsFollowOrder: Rule = eachModule((file) => {
  const from = placeOf(file.path)
  // The rule above reports files in no row.
  if (!from || from.column === 'tests' || floorOf(from) === -1) return []
  const targets = importsOf(file).flatMap((specifier) => localPath(file.path, specifier) ?? [])
  return targets.flatMap((path) => {
    const to = placeOf(path)
    if (!to || to.column !== from.column || to.row === from.row) return []
    const isBelow = floorOf(to) < floorOf(from)
    return isBelow ? [] : [`${from.row} does not stand on ${to.row}`]
  })
})

/** No file imports itself through others, not even for a type. */
export const noCycles: Rule = (files) => {
  const known = new Map(files.map((file) => [file.path.replace(/\.tsx?$/, ''), file]))
  const importsByPath = new Map(
    [...known].map(([name, file]) => [
      name,
      importsOf(file).flatMap((specifier) => {
        const target = localPath(file.path, specifier)
        return target !== null && known.has(target) ? target : []
      }),
    ]),
  )
  const seen = new Set<string>()
  const wayBack = (name: string, start: string): string[] | null => {
    for (const next of importsByPath.get(name) ?? []) {
      if (next === start) return [start]
      if (seen.has(next)) continue
      seen.add(next)
      const way = wayBack(next, start)
      if (way) return [next, ...way]
    }
    return null
  }
  return [...known].flatMap(([name, { path }]) => {
    seen.clear()
    const way = wayBack(name, name)
    return way ? [{ path, detail: `imports itself: ${[name, ...way].join(' → ')}` }] : []
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
  if (column === 'tests') return [...columns.flatMap((name) => rowOrder[name].flat()), ...onlyTested]
  return rowOrder[column].flat()
}

function floorOf({ column, row }: Place): number {
  return rowOrder[column].findIndex((floor) => (floor as readonly string[]).includes(row))
}
