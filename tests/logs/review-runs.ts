/** Reviews of logs that tests write. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { crawlerError, logOf, runLogsHere, sessionOpened } from './samples'

export async function logFile(content: string | Buffer): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'foyer-review-')), 'file')
  onTestFinished(() => rm(dirname(path), { recursive: true }))
  await writeFile(path, content)
  return path
}

export type Fields = Readonly<Record<string, unknown>>

/** An error on a day of November, as often as this. */
export function errors(day: number, count: number, fields: object = {}): Fields[] {
  const time = `2026-11-${day}T12:00:00.000Z`
  return Array.from({ length: count }, () => ({ ...crawlerError, time, ...fields }))
}

export const firstLine = { ...sessionOpened, time: '2026-11-25T00:00:00.000Z' }
export const timeout = { name: 'Timeout', message: 'no answer after 100 ms' }
export const day = ['--since', '2026-11-26', '--until', '2026-11-27']

/** The exit code, and what the review of a log says. */
export async function review(log: readonly Fields[], parameters: readonly string[] = day) {
  const { code, out, err } = await runLogsHere([
    '--review',
    '--json',
    ...parameters,
    await logFile(logOf(firstLine, ...log)),
  ])
  const { review } = JSON.parse(out)
  const names = (list: string) => review[list].map(({ name }: { name: string }) => name)
  const found = Object.fromEntries(['fresh', 'growing', 'known', 'gone'].map((list) => [list, names(list)]))
  return { code, err, review, found }
}
