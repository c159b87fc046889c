import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runLogs } from './runs'
import { crawlerError, folded, logOf, sessionOpened, sumOf, unknownRoute } from './samples'

/** About 800 kB like a busy day's log: some errors among other events, and one truncated line. */
const usualPart = Buffer.from(
  logOf(
    ...Array.from({ length: 200 }, (_, index) => [
      { ...crawlerError, path: `/share/${index % 10}` },
      ...Array.from({ length: 20 }, () => sessionOpened),
    ]).flat(),
    folded,
    '{"level":"error","time":"2026-11-21T15:00',
  ),
)
const parts = 60
const madeUpPerPart = 1_500

/** 400 MB in one line, then 75 MB with ever new unknown paths. */
function* longLog(): Generator<Buffer> {
  for (let piece = 0; piece < 400; piece++) yield Buffer.alloc(1_000_000, 'x')
  yield Buffer.from('\n')
  for (let part = 0; part < parts; part++) {
    const madeUp = (_: unknown, index: number) => ({ ...unknownRoute, path: `/made-up/${part}-${index}` })
    yield Buffer.concat([usualPart, Buffer.from(logOf(...Array.from({ length: madeUpPerPart }, madeUp)))])
  }
}

test('a long log takes under 150 MB of memory, and is counted in full', { timeout: 600_000 }, async () => {
  const input = Readable.from(longLog(), { objectMode: false })
  const { code, out, err } = await runLogs(['--json'], input, ['--import', './tests/logs/peak-memory.mjs'])
  expect(code).toBe(3)
  const { count, groups, others, lines } = JSON.parse(out)
  expect(count).toBe(parts * (200 + folded.count + madeUpPerPart))
  expect(lines).toMatchObject({ otherEvents: parts * 4_000, notUnderstood: parts + 1 })
  expect(sumOf(groups) + others).toBe(count)
  expect(err).toMatch(/^\d+ MB read so far …$/m)
  expect(Number(/^Peak memory: (\d+) kB$/m.exec(err)?.[1])).toBeLessThan(150_000)
})
