import ms from 'ms'
import { readTree } from '../architecture/trees'

/**
 * A number that a file, or one in a folder, doesn't export: `const maxCells = 20_000`, `timeout: 60_000` or
 * `const keptForMs = ms('30d')`. The name may have alternatives, as in a pattern.
 */
export function numberIn(path: string, name: string): number {
  const folder = path.replace(/\/[^/]+\.ts$/, '')
  const sources = readTree('.', folder).filter((file) => file.path.startsWith(path))
  const pattern = new RegExp(`\\b(?:${name})(?: =|:) (?:([\\d_ *]+)|ms\\('(\\w+)'\\))`)
  const [, product, period] = pattern.exec(sources.map(({ source }) => source).join('\n')) ?? []
  if (period) return ms(period as ms.StringValue)
  if (!product) throw new Error(`${path} has no number ${name}`)
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1)
}
