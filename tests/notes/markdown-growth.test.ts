/** In its own file, as V8 doesn't count code that was optimized before counting started. */
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
  // Counting is slow, and steps are the same on a busy machine.
}, 120_000)

/** The library's JavaScript blocks that ran for each text, by V8's coverage: unlike time, the same on every machine. */
async function stepsOf(texts: readonly string[]): Promise<number[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const steps: number[] = []
  for (const text of texts) {
    renderMarkdown(text)
    // Also resets the counts.
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const counts = result
      .filter(({ url }) =>
        /node_modules\/(markdown-it|markdown-it-cjk-friendly|get-east-asian-width|linkify-it)\//.test(url),
      )
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    steps.push(counts.reduce((sum, count) => sum + count, 0))
  }
  session.disconnect()
  return steps
}
