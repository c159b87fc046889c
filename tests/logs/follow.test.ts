import { once } from 'node:events'
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classifyLine } from '@/lib/log/error-line'
import { createFollower } from '@/scripts/logs/follow'
import { tailFile } from '@/scripts/logs/tail'
import { crawlerError, folded, logOf, runLogs, sessionOpened, startLogs, unknownRoute } from './samples'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-follow-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Follows these records and returns what was printed. */
function open() {
  const printed: string[] = []
  const filter = { audience: 'all', since: null, until: null, bots: [], statuses: [], paths: [] } as const
  const follower = createFollower(filter, (text) => printed.push(text))
  const add = (object: object) => {
    const judged = classifyLine({ ...object })
    if (judged.kind === 'errors') follower.add(judged.record, { ...object })
  }
  return { ...follower, add, printed }
}

describe('what is shown', () => {
  test('a new error with its first lines, and later how often it was repeated', () => {
    const { add, printRepeats, printed } = open()
    for (const record of [crawlerError, crawlerError, folded]) add(record)
    expect(printed).toEqual([
      [
        '2026-11-21 15:00:00  500  /share/{uuid}  TypeError: note is undefined',
        '                     Googlebot  4f9c21ab-7e10',
        '                     at SharedNote (app/share/[uuid]/page.tsx:12:3)',
      ].join('\n'),
    ])
    printRepeats()
    printRepeats()
    expect(printed.slice(1)).toEqual([
      '             +9,981  500  /share/{uuid}  TypeError: note is undefined',
    ])
  })

  test('a flood of made-up addresses is a few lines, and all of it is counted', () => {
    const { add, printRepeats, printed } = open()
    for (let index = 0; index < 10_000; index++) add({ ...unknownRoute, path: `/made-up/${index}` })
    printRepeats()
    expect(printed).toHaveLength(21)
    expect(printed.at(-1)).toBe('             +9,980  of others, too many to show')
  })
})

/** Reads until all of the text is there, and returns it. */
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

describe('a file', () => {
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
        setTimeout(() => appendFile(file, 'new\nend\n'), 600)
      },
      'new\nend\n',
    ],
  ])('%s', async (name, change, text) => {
    const file = join(folder, `${name.length}.log`)
    await writeFile(file, 'a line from before that is long enough\n')
    expect(await readUntil(file, 'end\n', () => change(file))).toBe(text)
  })
})

describe('the command', () => {
  test('shows what is appended, and Ctrl+C ends it with 0', async () => {
    const file = join(folder, 'site.log')
    await writeFile(file, logOf(sessionOpened))
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

  test('follows the standard input to its end, and says what it did not understand', async () => {
    const { code, out } = await runLogs(['--follow'], logOf(crawlerError, '{'))
    expect(code).toBe(3)
    expect(out).toContain('TypeError: note is undefined')
    expect(out).toContain('Not understood: 1 of 2 lines')
  })
})
