import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
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
const madeUpPerPart = 1_500
const errorsPerPart = 200 + folded.count + madeUpPerPart

/** A log with ever new unknown paths, from 1,500 clients that scan. */
function* partsOf(count: number): Generator<Buffer> {
  for (let part = 0; part < count; part++) {
    const madeUp = Array.from({ length: madeUpPerPart }, (_, index) => ({
      ...unknownRoute,
      path: `/made-up/${part}-${index}`,
      clientAddress: `198.51.${index >> 8}.${index & 255}`,
    }))
    yield Buffer.concat([usualPart, Buffer.from(logOf(...madeUp))])
  }
}

/** Runs the command within its limit of memory. */
async function runWithin150Megabytes(parameters: string[], chunks: Iterable<Buffer>) {
  const input = Readable.from(chunks, { objectMode: false })
  const { code, out, err } = await runLogs(parameters, input, ['--import', './tests/logs/peak-memory.mjs'])
  expect(Number(/^Peak memory: (\d+) kB$/m.exec(err)?.[1])).toBeLessThan(150_000)
  return { code, out, err }
}

describe('long logs take under 150 MB of memory', { timeout: 600_000 }, () => {
  test('75 MB are counted in full, and the command says how far it is', async () => {
    const parts = 60
    const { code, out, err } = await runWithin150Megabytes(['--json', '--every', '1m'], partsOf(parts))
    expect(code).toBe(3)
    const answer = JSON.parse(out)
    expect(answer).toMatchObject({
      count: parts * errorsPerPart,
      lines: { otherEvents: parts * 4_000, notUnderstood: parts },
    })
    expect(sumOf([...answer.groups, ...answer.others, ...answer.histogram.bars])).toBe(2 * answer.count)
    expect(err).toMatch(/^\d+ MB read so far …$/m)
  })

  test('10 MB of compressed lines are counted in full', async () => {
    const compressed = Readable.from(partsOf(8), { objectMode: false }).pipe(createGzip({ level: 1 }))
    const { code, out } = await runLogs(['--json'], compressed)
    expect(code).toBe(3)
    expect(JSON.parse(out).count).toBe(8 * errorsPerPart)
  })

  test('75 MB of another program are not understood', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => ({ n, text: 'x'.repeat(150) }))
    const { code, out } = await runWithin150Megabytes(
      [],
      Array<Buffer>(100).fill(Buffer.from(logOf(...lines))),
    )
    expect(code).toBe(3)
    expect(out).toContain('Not understood: 500,000 of 500,000 lines')
  })

  test('400 MB in one line are skipped', async () => {
    const line = Array<Buffer>(400).fill(Buffer.alloc(1_000_000, 'x'))
    const { out } = await runWithin150Megabytes([], [...line, Buffer.from(`\n${logOf(crawlerError)}`)])
    expect(out).toContain('1 bot-filtered error in 1 group.')
    expect(out).toContain('Not understood: 1 of 2 lines')
  })
})
