/** Which layers may import which (docs/map.md). Imports of types count, too. */
import { posix } from 'node:path'
import { eachModule, importsOf, localPath, type Rule } from '../source'

/** The first that fits is a file's layer. */
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

/** The layer of a path; null outside the site, such as tests and configs. */
export function layerOf(path: string): Layer | null {
  const name = path.replace(/\.tsx?$/, '')
  return layers.find((layer) => name === layer || name.startsWith(`${layer}/`)) ?? null
}

/** Layers import only what the table allows. */
export const imports: Rule = eachModule((file) => {
  const layer = layerOf(file.path)
  if (!layer) return []
  const targets = importsOf(file).flatMap((specifier) => localPath(file.path, specifier) ?? [])
  return targets
    .filter((target) => !mayImport[layer].some((allowed) => allowed === layerOf(target)))
    .map((target) => `${layer} may not import ${target}`)
})

/** Rows of the server whose entry point is the file of their name. */
const faced = ['database', 'identity', 'log', 'passkeys', 'session'].map((row) => `lib/server/${row}`)

/** A folder is imported through its entry point: `x.ts` for `x/`, `row/row.ts` for those rows. */
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
