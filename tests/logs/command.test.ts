/** Where logs come from, and what the command says about it. */
import { once } from 'node:events'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runLogs, runLogsHere, startLogs, tempFile, tempFolder } from './runs'
import { crawlerError, folded, logOf, personError, sessionOpened, unknownRoute } from './samples'

const log = logOf(crawlerError, sessionOpened, folded, unknownRoute, personError)
const [first = '', ...rest] = log.trim().split(/(?<=\n)/)
const longLog = logOf(
  ...Array.from({ length: 20_000 }, (_, index) => ({ ...unknownRoute, method: `${index}` })),
)

const table = [
  'count  first             last              status  path           who        reference',
  '9,981  2026-11-21 15:00  2026-11-21 15:19  500     /share/{uuid}  Googlebot  4f9c21ab-7e10',
  '       TypeError: note is undefined',
  '       at SharedNote (app/share/[uuid]/page.tsx:12:3)',
  '    1  2026-11-21 15:10  2026-11-21 15:10  404     /wp-login.php  bingbot    0a1b2c3d-4e5f',
  '',
  '9,982 bot-filtered errors in 2 groups. Times are UTC.',
  '',
].join('\n')

test.each<[string, (string | Buffer)[]]>([
  ['a file', [log]],
  ['a file of several compressed parts', [Buffer.concat([first, ...rest].map((part) => gzipSync(part)))]],
  ['several, one compressed, one empty, one without a last line end', [rest.join(''), gzipSync(first), '']],
])('a log is read from %s', async (_, contents) => {
  const files = await Promise.all(contents.map((content) => tempFile(content)))
  expect(await runLogsHere(['--bots', ...files])).toEqual({ code: 0, out: table, err: '' })
})

test('a log is read from the standard input, compressed or not', async () => {
  expect(await runLogs(['--bots'], gzipSync(log))).toEqual({ code: 0, out: table, err: '' })
})

test('a damaged compressed file is read as far as it goes, and so is the next one', async () => {
  const truncated = await tempFile(gzipSync(longLog).subarray(0, -12), 'truncated.gz')
  const bytes = gzipSync(longLog)
  // The checksum.
  bytes.writeUInt32LE(0, bytes.length - 8)
  const damaged = await tempFile(bytes, 'damaged.gz')
  const { code, out, err } = await runLogsHere(['--json', truncated, damaged, await tempFile(log)])
  expect(code).toBe(1)
  const { count, problems } = JSON.parse(out)
  expect(problems).toEqual([
    `${truncated} is cut off or damaged: it could be uncompressed only in part (Z_BUF_ERROR).`,
    `${damaged} is cut off or damaged: it could be uncompressed only in part (Z_DATA_ERROR).`,
  ])
  // Only the last bytes are lost.
  expect(count).toBeGreaterThan(2 * 19_800 + 9_982)
  expect(err).toContain(problems.join('\n'))
})

test('what cannot be read is named before anything is read', async () => {
  const folder = await tempFolder()
  const none = join(folder, 'none.log')
  const missing = { code: 1, out: '', err: `There is no file ${none}.\n` }
  expect(await runLogs([await tempFile(log), none])).toEqual(missing)
  await expect(runLogsHere([folder])).rejects.toThrow(`${folder} is a folder. Name the files in it.`)
})

test('a wrong argument is refused with words, and --help is shown', async () => {
  const { code, out, err } = await runLogsHere(['--since', 'yesterday'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/--since yesterday: must be a date.*\nnpm run logs -- --help/)
  expect(await runLogsHere(['--help'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: /) })
})

test('an output that is closed early is no fault', async () => {
  const child = startLogs(['--json'])
  let err = ''
  child.stderr.on('data', (chunk) => (err += chunk))
  child.stdout.destroy()
  child.stdin.end(logOf(...Array.from({ length: 4_000 }, (_, n) => ({ ...unknownRoute, path: `/${n}` }))))
  const [code] = await once(child, 'close')
  // On a busy machine it reports its progress.
  expect({ code, err: err.replace(/^.* read so far …\n/gm, '') }).toEqual({ code: 0, err: '' })
})
