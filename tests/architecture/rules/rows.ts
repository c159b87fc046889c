/** The matrix of docs/map.md: columns are folders with the same rows, which import only from those below. */
import * as siteRooms from '@/lib/rooms'
import { eachModule, type Finding, localImportsOf, type Rule, type SourceFile } from '../source'

/**
 * The rows of each column from the bottom up. A row imports from lower levels only, not from its own. A row may be a folder or
 * a file of its name. `a room` is any that has no floor of its own.
 */
export const rowsOfColumns = {
  components: [
    ['ui'],
    ['errors'],
    ['identity', 'session', 'consent', 'a room'],
    ['email-link'],
    ['second-factor'],
    ['sign-in', 'account'],
    ['passkeys'],
    ['rooms'],
    ['layout'],
  ],
  'lib/browser': [
    ['site-data', 'observable', 'idle'],
    ['time'],
    ['http', 'errors', 'theme'],
    ['identity', 'consent', 'builds'],
    ['session'],
    ['email-link', 'account', 'a room'],
    ['passkeys'],
    ['rooms'],
  ],
  'lib/server': [
    ['process', 'private-folder'],
    ['config'],
    ['log'],
    ['database', 'identity'],
    ['http', 'room'],
    ['session', 'builds', 'errors'],
    ['a room'],
    ['rooms'],
    ['backup'],
    ['account', 'front', 'guard', 'regular-work'],
    ['start'],
  ],
  lib: [
    ['json', 'error-code', 'storable', 'uuid'],
    ['site'],
    ['theme', 'log', 'time', 'identity', 'a room'],
    ['consent', 'rooms'],
    ['account', 'config', 'errors', 'session'],
    ['http', 'email-link'],
    ['builds'],
  ],
  tests: [],
} as const satisfies Record<string, readonly (readonly string[])[]>

/** Rows that can be taken out: the rest of `lib/server` asks its list of rooms instead. */
const rooms: readonly string[] = Object.keys(siteRooms)

type Column = keyof typeof rowsOfColumns

/** The first that fits: `lib/browser` isn't a row of `lib`. */
const columns = Object.keys(rowsOfColumns) as Column[]

/** Rows of `tests/` only: support and commands. */
const onlyTested = [
  'support',
  'adopt',
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

/** Every file of a column is in one of its rows, and imports only rows below its own, and rooms by their list. */
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
    // The site map is made of the rooms', which need its paths; components show what rooms add to them.
    if (to.row === 'rooms' && (from.row === 'site' || from.column === 'components')) return []
    if (levelOf(to) >= levelOf(from)) return [`${from.row} does not stand on ${to.row}`]
    const isByName = rooms.includes(to.row) && from.column === 'lib/server' && from.row !== 'rooms'
    return isByName ? [`${from.row} names the room ${to.row}: ask lib/server/rooms`] : []
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
  if (column === 'tests')
    return [...columns.flatMap((name) => rowsOfColumns[name].flat()), ...rooms, ...onlyTested]
  return [...rowsOfColumns[column].flat(), ...rooms]
}

function levelOf({ column, row }: Place): number {
  const floorOf = (name: string) =>
    rowsOfColumns[column].findIndex((level) => (level as readonly string[]).includes(name))
  return floorOf(row) === -1 && rooms.includes(row) ? floorOf('a room') : floorOf(row)
}
