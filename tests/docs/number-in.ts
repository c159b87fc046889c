import { readFileSync } from 'node:fs'
import ms from 'ms'

/** A number that a file doesn't export: `const maxCells = 20_000`, `timeout: 60_000` or `const keptForMs = ms('30d')`. */
export function numberIn(file: string, name: string): number {
  const source = readFileSync(file, 'utf8')
  const [, product, period] =
    new RegExp(`\\b${name}(?: =|:) (?:([\\d_ *]+)|ms\\('(\\w+)'\\))`).exec(source) ?? []
  if (period) return ms(period as ms.StringValue)
  if (!product) throw new Error(`${file} has no number ${name}`)
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1)
}
