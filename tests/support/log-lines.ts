/** What the log has of an error. */
import { expect } from '@playwright/test'
import { secretWords } from './builds/broken-pages'
import type { LogLine, Site } from './site'

/** The one record of this request; that it stays one is seen a moment later. */
export async function onlyLine(site: Site, requestId: string): Promise<LogLine> {
  expect(requestId).not.toBe('')
  const lines = () =>
    site.records().filter((record) => record.requestId === requestId && 'reference' in record)
  await expect.poll(() => lines().length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(lines()).toHaveLength(1)
  return lines()[0] ?? {}
}

/** All of what the broken pages throw, without what must not stand in a log. */
export function expectWholeError(record: LogLine): void {
  expect(record).toMatchObject({ level: 'error', name: 'Error', message: 'outer' })
  expect(record.stack).toContain('outer')
  expect(record.causes).toMatchObject([
    { name: 'TypeError', message: secretWords.replace('somebody@example.com', '[mail]') },
  ])
  expect(JSON.stringify(record)).not.toContain('somebody@example.com')
}
