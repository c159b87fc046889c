/** A decision fits on a screen: a date, at most 80 words, and one sentence of price. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const files = readdirSync('docs/decisions').filter((name) => name !== 'README.md')

describe.each(files)('%s', (file) => {
  const page = readFileSync(`docs/decisions/${file}`, 'utf8')
  const [, ...decisions] = page.split(/^## /m)

  test('stands in the index', () => {
    expect(readFileSync('docs/decisions/README.md', 'utf8')).toContain(`(${file})`)
  })

  test.each(decisions.map((decision) => decision.split('\n')))('%s', (_title, ...lines) => {
    const [date = '', ...paragraphs] = lines.filter((line) => !/^(\||$)/.test(line))
    const [reason = '', price = ''] = paragraphs.join(' ').split('**Price:** ')
    expect(date).toMatch(/^\*\*\d{4}-\d\d-\d\d\*\*/)
    expect(`${reason} ${price}`.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(80)
    expect(price).toMatch(/^[^.].*\.$/)
    expect(price.match(/\.(?= |$)/g)).toHaveLength(1)
  })
})
