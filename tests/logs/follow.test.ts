import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createFollower } from '@/scripts/logs/follow'
import { runLogs, runLogsHere, startLogs } from './runs'
import { crawlerError, type Fields, folded, logOf, recordOf, sessionOpened, unknownRoute } from './samples'

/** What is printed of these errors, and then twice of the rest. */
function followed(objects: Fields[]): string[] {
  const printed: string[] = []
  const filter = { audience: 'all', since: null, until: null, bots: [], statuses: [], paths: [] } as const
  const { add, printRest } = createFollower(filter, (text) => printed.push(text))
  for (const object of objects) add(recordOf(object))
  printRest()
  printRest()
  return printed
}

test('an error is shown with whom it met, and how often if its line sums up several', () => {
  const title = '500  /share/{uuid}  TypeError: note is undefined'
  expect(followed([crawlerError, folded])).toEqual([
    `2026-11-21 15:00  ${title}\n                  Googlebot  4f9c21ab-7e10`,
    `2026-11-21 15:19  ${title}\n                  Googlebot  9,980 times  4f9c21ab-7e10`,
  ])
})

test('a flood of made-up addresses is a few lines, and all of it is counted', () => {
  const flood = Array.from({ length: 5_000 }, (_, index) => ({ ...unknownRoute, path: `/made-up/${index}` }))
  const printed = followed([...flood, folded])
  expect(printed).toHaveLength(21)
  expect(printed.at(-1), 'a line may sum up several').toBe('                  And 14,960 errors more.')
})

test('a terminal obeys nothing from the log', () => {
  const hostile = '\u001b]0;owned\u0007\u202e\r\n'
  const [printed = ''] = followed([{ ...crawlerError, route: hostile, bot: hostile, message: hostile }])
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('the command shows what it is handed at once, and Ctrl+C ends it with 0', async () => {
  const child = startLogs(['--follow'])
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stdin.write(logOf(sessionOpened, crawlerError))
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(out).toMatch(/^2026-11-21 15:00 {2}500 {2}\/share\/\{uuid\} {2}TypeError: note is undefined\n/)
})

test('the command follows the standard input to its end, and says what it did not understand', async () => {
  const { code, out } = await runLogs(['--follow'], logOf(crawlerError, '{'))
  expect(code).toBe(3)
  expect(out).toContain('TypeError: note is undefined')
  expect(out).toContain('Not understood: 1 of 2 lines')
})

test('of a file, the command says how to follow it', async () => {
  const { code, err } = await runLogsHere(['--follow', 'site.log'])
  expect([code, err]).toEqual([2, expect.stringContaining('tail -n 0 -F FILE | npm run -s logs -- --follow')])
})
