import { once } from 'node:events'
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFollower, tailFile } from '@/scripts/logs/follow'
import { runLogs, startLogs, tempFile } from './runs'
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
  const printed = followed(flood)
  expect(printed).toHaveLength(21)
  expect(printed.at(-1)).toBe('                  And 4,980 errors more.')
})

test('a terminal obeys nothing from the log', () => {
  const hostile = '\u001b]0;owned\u0007\u202e\r\n'
  const [printed = ''] = followed([{ ...crawlerError, route: hostile, bot: hostile, message: hostile }])
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

/** What a tail of the file yields until it has read `end`. */
async function readUntil(file: string, end: string, change: () => Promise<void>): Promise<string> {
  let text = ''
  const chunks = tailFile(file)
  const first = chunks.next()
  // The tail has found the file's end by then.
  setTimeout(change, 100)
  for (let next = await first; !next.done; next = await chunks.next()) {
    text += next.value
    if (text.includes(end)) break
  }
  await chunks.return()
  return text
}

test.each<[string, (file: string) => Promise<void>, string]>([
  ['what is appended', (file) => appendFile(file, 'new\nend\n'), 'new\nend\n'],
  [
    'what comes after a rotation, and what its writer was late with',
    async (file) => {
      await rename(file, `${file}.1`)
      await writeFile(file, 'new\nend\n')
      await appendFile(`${file}.1`, 'late\n')
    },
    'late\n\nnew\nend\n',
  ],
  [
    'what comes after it was emptied',
    async (file) => {
      await truncate(file)
      await delay(600)
      await appendFile(file, 'new\nend\n')
    },
    'new\nend\n',
  ],
])('of a file, a tail has %s', async (_, change, text) => {
  const file = await tempFile('a line from before that is long enough\n')
  expect(await readUntil(file, 'end\n', () => change(file))).toBe(text)
})

test('the command shows what is appended, and Ctrl+C ends it with 0', async () => {
  const file = await tempFile(logOf(sessionOpened))
  const child = startLogs(['--follow', file])
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  const timer = setInterval(() => appendFile(file, logOf(crawlerError)), 200)
  await once(child.stdout, 'data')
  clearInterval(timer)
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
