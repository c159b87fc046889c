/** How much there is to read: lines of code, comments and empty ones with them. */
import { readTree } from '../architecture/trees'
import { type Row, rowOf } from './table'

const product =
  /^((app|components|lib|scripts)\/|(middleware|instrumentation|instrumentation-client|next\.config)\.ts$)/

/** Of the product with its styles, and of its tests. */
export function measureLines(): Row[] {
  const files = readTree('.')
  const row = (what: string, paths: RegExp, atMost: number) => {
    const sources = files.filter(({ path }) => paths.test(path)).map(({ source }) => source)
    const lines = sources.reduce((sum, source) => sum + source.split('\n').length - 1, 0)
    return rowOf({ what, unit: 'lines', foyer: lines, goal: { atMost } })
  }
  return [row('product, with CSS', product, 26_500), row('tests', /^tests\//, 33_000)]
}
