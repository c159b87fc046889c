/**
 * How long the review of a day with ten million lines takes, and how much memory. Its page stays in
 * `test-results/review.html`, to be looked at.
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { scripts } from '@/package.json'
import { busyDay } from '../logs/busy-day'
import { type Row, rowOf } from './table'

/** Writes the day, 2.4 GB, to a temporary folder and reviews it. */
export async function measureReview(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-review-'))
  try {
    const log = join(folder, 'site.log')
    const day = Readable.from(busyDay(10_000_000, Date.UTC(2026, 10, 26)), { objectMode: false })
    await pipeline(day, createWriteStream(log))
    await mkdir('test-results', { recursive: true })
    const { seconds, megabytes } = review(log)
    const what = 'review of a day with 10 million lines'
    return [
      rowOf({ what, unit: 's', foyer: seconds, goal: { atMost: 60 } }),
      rowOf({ what: `${what}: memory at most`, unit: 'MB', foyer: megabytes, goal: { atMost: 150 } }),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function review(log: string): { seconds: number; megabytes: number } {
  const command = `--import ./tests/logs/peak-memory.mjs ${scripts.logs.replace('node ', '')}`
  const query = '--review --since 2026-11-26 --until 2026-11-27 --html test-results/review.html'
  const startedAt = performance.now()
  const parameters = [...`${command} ${query}`.split(' '), log]
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1_000
  if (status !== 0) throw new Error(`The review ended with ${status}: ${stderr}`)
  return { seconds, megabytes: Number(/^Peak memory: (\d+) kB$/m.exec(stderr)?.[1]) / 1_000 }
}
