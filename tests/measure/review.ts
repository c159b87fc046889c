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
import { faultsThen } from '../logs/usual-faults'
import { type Row, singleRow } from './table'

const lines = 10_000_000
const from = Date.UTC(2026, 10, 26)

/** Writes the day, 2.4 GB, to a temporary folder and reviews it. */
export async function measureReview(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-review-'))
  try {
    const log = join(folder, 'site.log')
    const day = Readable.from(busyDay({ lines, from, faults: faultsThen }), { objectMode: false })
    await pipeline(day, createWriteStream(log))
    await mkdir('test-results', { recursive: true })
    const { seconds, megabytes } = review(log, join('test-results', 'review.html'))
    const what = 'review of a day with 10 million lines'
    return [
      singleRow({ what, unit: 's', foyer: seconds, goal: { atMost: 60 } }),
      singleRow({ what: `${what}: memory at most`, unit: 'MB', foyer: megabytes, goal: { atMost: 150 } }),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function review(log: string, page: string): { seconds: number; megabytes: number } {
  const [, ...script] = scripts.logs.split(' ')
  const period = ['--since', '2026-11-26', '--until', '2026-11-27']
  const parameters = [
    '--import',
    './tests/logs/peak-memory.mjs',
    ...script,
    '--review',
    ...period,
    '--html',
    page,
    log,
  ]
  const begin = performance.now()
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
  const seconds = (performance.now() - begin) / 1_000
  if (status !== 0) throw new Error(`The review ended with ${status}: ${stderr}`)
  return { seconds, megabytes: Number(/^Peak memory: (\d+) kB$/m.exec(stderr)?.[1]) / 1_000 }
}
