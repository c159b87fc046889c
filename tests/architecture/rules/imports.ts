import { eachModule, localImportsOf, type Rule } from '../source'

/** The first that fits is a file's layer. */
const names = [
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

type Layer = (typeof names)[number]

const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  app: ['app', 'components', 'lib/server', 'lib'],
  components: ['components', 'lib/browser', 'lib'],
  'lib/browser': ['lib/browser', 'lib'],
  'lib/server': ['lib/server', 'lib'],
  lib: ['lib'],
  middleware: ['lib/server', 'lib'],
  instrumentation: ['lib/server', 'lib'],
  'instrumentation-client': ['lib/browser', 'lib'],
  scripts: ['scripts', 'lib/server', 'lib'],
}

/** The layer of a path; null outside the site, such as tests and configs. */
export function layerOf(path: string): Layer | null {
  const name = path.replace(/\.tsx?$/, '')
  return names.find((layer) => name === layer || name.startsWith(`${layer}/`)) ?? null
}

/** Which layers may import which (docs/map.md). Imports of types count, too. */
export const layers: Rule = {
  name: 'layers import only those below them',
  find: eachModule((file) => {
    const layer = layerOf(file.path)
    if (!layer) return []
    return localImportsOf(file)
      .filter((target) => !mayImport[layer].some((allowed) => allowed === layerOf(target)))
      .map((target) => `${layer} may not import ${target}`)
  }),
  example: {
    path: 'components/notes/list.tsx',
    source: "import type { Note } from '@/lib/server/notes/note'",
  },
}
