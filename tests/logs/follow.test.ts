import { once } from 'node:events'
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFollower } from '@/scripts/logs/follow'
import { tailFile } from '@/scripts/logs/tail'
import { runLogs, startLogs, tempFile } from './runs'
import { crawlerError, type Fields, folded, logOf, recordOf, sessionOpened, unknownRoute } from './samples'

/** What is printed of these errors, and then twice of their repeats. */
function followed(objects: Fields[]): string[] {
  const printed: string[] = []
  const filter = { audience: 'all', since: null, until: null, bots: [], statuses: [], paths: [] } as const
  const { add, printRepeats } = createFollower(filter, (text) => printed.push(text))
  for (const object of objects) add(recordOf(object), object)
  printRepeats()
  printRepeats()
  return printed
}

test('a new error is shown with its first lines, and later how often it was repeated', () => {
  expect(followed([crawlerError, crawlerError, folded])).toEqual([
    [
      '2026-11-21 15:00:00  500  /share/{uuid}  TypeError: note is undefined',
      '                     Googlebot  4f9c21ab-7e10',
      '                     at SharedNote (app/share/[uuid]/page.tsx:12:3)',
    ].join('\n'),
    '             +9,981  500  /share/{uuid}  TypeError: note is undefined',
  ])
})

test('a flood of made-up addresses is a few lines, and all of it is counted', () => {
  const flood = Array.from({ length: 5_000 }, (_, index) => ({ ...unknownRoute, path: `/made-up/${index}` }))
  const printed = followed(flood)
  expect(printed).toHaveLength(21)
  expect(printed.at(-1)).toBe('             +4,980  of others, too many to show')
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
  expect(out).toMatch(/^2026-11-21 15:00:00 {2}500 {2}\/share\/\{uuid\} {2}TypeError: note is undefined\n/)
})

test('the command follows the standard input to its end, and says what it did not understand', async () => {
  const { code, out } = await runLogs(['--follow'], logOf(crawlerError, '{'))
  expect(code).toBe(3)
  expect(out).toContain('TypeError: note is undefined')
  expect(out).toContain('Not understood: 1 of 2 lines')
})
