/** The lines of a backup, as tests look at them and change them. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import { adminProblem } from '@/lib/server/database/errors'
import { tables } from './tables'

export function linesOf(content: Buffer): string[] {
  return gunzipSync(content).toString().trimEnd().split('\n')
}

export function compress(lines: string[]): Buffer {
  return gzipSync(lines.map((line) => `${line}\n`).join(''))
}

/** What a backup or a restore is refused with: a message for the administrator. */
export function refusal(words: string) {
  return { name: adminProblem(words).name, message: expect.stringContaining(words) }
}

/** How many rows of each table there are; 0 of those that aren't named. */
export function rowCounts(counts: Record<string, number>): Record<string, number> {
  const named = Object.entries(tables).map(([key, table]) => [getTableName(table), counts[key] ?? 0])
  return Object.fromEntries(named)
}
