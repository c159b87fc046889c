/** Alone in its file: what was optimized before counting began isn't counted. */
import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import { renderMarkdown } from '@/lib/server/notes/markdown'
import { hardTexts } from './hard-texts'

test('four times the text takes four times the steps, not sixteen', async () => {
  const [short, long] = [hardTexts(2 * 1024), hardTexts(8 * 1024)]
  const steps = await stepsOf([...short, ...long])
  expect(short.length).toBeGreaterThan(100)
  for (const [index, text] of short.entries()) {
    const growth = (steps[index + short.length] ?? Number.NaN) / (steps[index] ?? Number.NaN)
    expect.soft(growth, JSON.stringify(text.slice(0, 40))).toBeLessThan(5)
  }
})

/**
 * Blocks of the library's JavaScript that ran for each text, by V8's own coverage: the same on every machine, unlike time.
 * What happens inside an expression or a string isn't counted.
 */
async function stepsOf(texts: readonly string[]): Promise<number[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const steps: number[] = []
  for (const text of texts) {
    renderMarkdown(text)
    // Counts start again from 0.
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const counts = result
      .filter(({ url }) => /node_modules\/(markdown-it|linkify-it)\//.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    steps.push(counts.reduce((sum, count) => sum + count, 0))
  }
  session.disconnect()
  return steps
}
