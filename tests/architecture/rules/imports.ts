/** Who may import what (the matrix of docs/map.md). Imports of types count like all others. */
import { posix } from 'node:path'
import { eachModule, importsOf, localPath, type Rule } from '../source'

/** The rows: where a file stands decides what it may import. Of two that fit, the first. */
const layers = [
  'app',
  'components',
  'lib/browser',
  'lib/server',
  'lib',
  'middleware',
  'instrumentation',
  'instrumentation-client',
  'scripts',
] as const

type Layer = (typeof layers)[number]

const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  app: ['app', 'components', 'lib/server', 'lib'],
  components: ['components', 'lib/browser', 'lib'],
  'lib/browser': ['lib/browser', 'lib'],
  'lib/server': ['lib/server', 'lib'],
  lib: ['lib'],
  middleware: ['lib'],
  instrumentation: ['lib/server', 'lib'],
  'instrumentation-client': ['lib/browser', 'lib'],
  scripts: ['scripts', 'lib/server', 'lib'],
}

/** The layer a path belongs to; null for what is no part of the site, such as tests and configs. */
export function layerOf(path: string): Layer | null {
  const name = path.replace(/\.tsx?$/, '')
  return layers.find((layer) => name === layer || name.startsWith(`${layer}/`)) ?? null
}

/** Each layer imports only from those it may. */
export const imports: Rule = eachModule((file) => {
  const layer = layerOf(file.path)
  if (!layer) return []
  const targets = importsOf(file).flatMap((specifier) => localPath(file.path, specifier) ?? [])
  return targets
    .filter((target) => !mayImport[layer].some((allowed) => allowed === layerOf(target)))
    .map((target) => `${layer} may not import ${target}`)
})

/** Rows of the server that are entered by one file, which is named after them. */
const faced = ['database', 'identity', 'log', 'passkeys', 'session'].map((row) => `lib/server/${row}`)

/** What has become a folder is entered by its face: `x.ts` for `x/`; those rows by `row/row.ts`. */
export const singleEntryPoint: Rule = (files) => {
  const names = new Set(files.map(({ path }) => path.replace(/\.tsx?$/, '')))
  const faceOf = (folder: string) =>
    faced.includes(folder) ? `${folder}/${posix.basename(folder)}` : names.has(folder) ? folder : null
  return eachModule((file) =>
    importsOf(file)
      .flatMap((specifier) => localPath(file.path, specifier) ?? [])
      .filter((target) => target.startsWith('lib/'))
      .flatMap((target) =>
        foldersOf(target).flatMap((folder) => {
          const face = faceOf(folder)
          const isInside = file.path.startsWith(`${folder}/`) || file.path.startsWith(`${folder}.`)
          return face && face !== target && !isInside && names.has(target)
            ? [`${target} is reached through ${face} only`]
            : []
        }),
      ),
  )(files)
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
