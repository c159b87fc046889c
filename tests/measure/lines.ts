/** How much there is to read: lines of code, comments and empty ones with them. */
import { readTree } from '../architecture/trees'
import { type Row, singleRow } from './table'

/** Of the product with its styles, and of its tests. */
export function measureLines(): Row[] {
  const files = readTree('.')
  const linesOf = (isOurs: (path: string) => boolean) =>
    files
      .filter(({ path }) => isOurs(path))
      .reduce((sum, { source }) => sum + source.split('\n').length - 1, 0)
  const isTest = (path: string) => path.startsWith('tests/')
  const isProduct = (path: string) =>
    /^(app|components|lib|scripts)\/|^(middleware|instrumentation|instrumentation-client|next\.config)\.ts$/.test(
      path,
    )
  return [
    singleRow({
      what: 'product, with CSS',
      unit: 'lines',
      foyer: linesOf(isProduct),
      goal: { atMost: 26_500 },
    }),
    singleRow({ what: 'tests', unit: 'lines', foyer: linesOf(isTest), goal: { atMost: 33_000 } }),
  ]
}
