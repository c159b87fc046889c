/** The log of a running site. */
import { expect } from '@playwright/test'
import { secretWords } from './builds/broken-pages'
import type { LogLine, Site } from './site'

/** Follows the log from now on. */
export function watchLog(site: Site) {
  const before = site.records().length
  const startedAt = new Date().toISOString()
  // An earlier test's repeats are only logged ten seconds later.
  const isEarlier = ({ lastAt }: LogLine) => typeof lastAt === 'string' && lastAt < startedAt
  const records = () =>
    site
      .records()
      .slice(before)
      .filter((record) => !isEarlier(record))
  return {
    records,
    text: () => JSON.stringify(records()),
    /** The messages of errors. */
    errors: (): unknown[] =>
      records()
        .filter(({ event }) => event === 'error.thrown')
        .map(({ message }) => message),
  }
}

/** The only record of each request; waits a moment for further ones. */
export async function singleRecords(site: Site, requestIds: readonly string[]): Promise<LogLine[]> {
  expect(requestIds).not.toContain('')
  const linesOf = (requestId: string) =>
    site.records().filter((record) => record.requestId === requestId && 'reference' in record)
  for (const id of requestIds) await expect.poll(() => linesOf(id).length).toBeGreaterThan(0)
  // What Next prints of an error is held for half a second, to see if it has been logged.
  await new Promise((resolve) => setTimeout(resolve, 700))
  const lines = requestIds.map(linesOf)
  for (const found of lines) expect(found).toHaveLength(1)
  // Such a record has no request ID.
  const first = site.records().findIndex(({ requestId }) => requestIds.includes(String(requestId)))
  const printed = site.records().slice(first)
  expect(printed.filter(({ place }) => place === 'process')).toEqual([])
  return lines.flat()
}

/** The only record of this request. */
export async function singleRecord(site: Site, requestId: string): Promise<LogLine> {
  const [line = {}] = await singleRecords(site, [requestId])
  return line
}

/** Checks that the record has the whole error of the broken pages, scrubbed. */
export function expectFullError(record: LogLine): void {
  expect(record).toMatchObject({ level: 'error', name: 'Error', message: 'outer' })
  expect(record.stack).toContain('outer')
  expect(record.causes).toMatchObject([
    { name: 'TypeError', message: secretWords.replace('somebody@example.com', '[mail]') },
  ])
  expect(JSON.stringify(record)).not.toContain('somebody@example.com')
}
