import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crawlerError, folded, logOf, runLogs, sessionOpened, unknownRoute } from './samples'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-logs-'))
})

afterAll(() => rm(folder, { recursive: true }))

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

/** A log of at least this size with ever new unknown paths, from 1,500 clients that scan. */
async function* parts(bytes: number, sum: { parts: number }): AsyncGenerator<Buffer> {
  for (let written = 0; written < bytes; sum.parts++) {
    const madeUp = Array.from({ length: madeUpPerPart }, (_, index) => ({
      ...unknownRoute,
      path: `/made-up/${sum.parts}-${index}`,
      clientAddress: `198.51.${index >> 8}.${index & 255}`,
    }))
    const part = Buffer.concat([usualPart, Buffer.from(logOf(...madeUp))])
    written += part.length
    yield part
  }
}

const memoryLimitMegabytes = 150

function runMeasured(parameters: string[], input: Readable) {
  return runLogs(parameters, input, ['--import', './tests/logs/peak-memory.mjs'])
}

function peakMegabytes(err: string): number {
  return Number(/^Peak memory: (\d+) kB$/m.exec(err)?.[1]) / 1_000
}

describe('long logs', { timeout: 600_000 }, () => {
  test('200 MB are counted in full, and take under 150 MB of memory', async () => {
    const sum = { parts: 0 }
    const input = Readable.from(parts(200_000_000, sum), { objectMode: false })
    const { code, out, err } = await runMeasured(['--json', '--every', '1m'], input)
    expect(code).toBe(3)
    const answer = JSON.parse(out)
    expect(answer).toMatchObject({
      count: sum.parts * errorsPerPart,
      lines: { otherEvents: sum.parts * 4_000, notUnderstood: sum.parts },
    })
    const listed: { count: number }[] = [...answer.groups, ...answer.others, ...answer.histogram.bars]
    expect(listed.reduce((all, { count }) => all + count, 0)).toBe(2 * answer.count)
    expect(err).toMatch(/^\d+ MB read so far …$/m)
    expect(peakMegabytes(err)).toBeLessThan(memoryLimitMegabytes)
  })

  test('files of 10 MB, one of them compressed', async () => {
    const sum = { parts: 0 }
    const files = [join(folder, 'site.log'), join(folder, 'site.log.gz')]
    for (const file of files) {
      const compressed = file.endsWith('.gz') ? [createGzip({ level: 1 })] : []
      await pipeline([Readable.from(parts(10_000_000, sum)), ...compressed, createWriteStream(file)])
    }
    const { code, out } = await runLogs(['--json', ...files])
    expect(code).toBe(3)
    expect(JSON.parse(out).count).toBe(sum.parts * errorsPerPart)
  })

  test('a log of another program is no harder', async () => {
    const block = Buffer.from(
      logOf(...Array.from({ length: 5_000 }, (_, n) => ({ n, text: 'x'.repeat(150) }))),
    )
    const input = Readable.from(
      Array.from({ length: 100 }, () => block),
      { objectMode: false },
    )
    const { code, out, err } = await runMeasured([], input)
    expect(code).toBe(3)
    expect(out).toContain('Not understood: 500,000 of 500,000 lines')
    expect(peakMegabytes(err)).toBeLessThan(memoryLimitMegabytes)
  })

  test('400 MB in one line take no memory either', async () => {
    const block = Buffer.alloc(1_000_000, 'x')
    const line = Array.from({ length: 400 }, () => block)
    const input = Readable.from([...line, Buffer.from(`\n${logOf(crawlerError)}`)], { objectMode: false })
    const { out, err } = await runMeasured([], input)
    expect(out).toContain('1 bot-filtered error in 1 group.')
    expect(out).toContain('Not understood: 1 of 2 lines')
    expect(peakMegabytes(err)).toBeLessThan(memoryLimitMegabytes)
  })
})
