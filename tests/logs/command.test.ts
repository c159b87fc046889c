import { once } from 'node:events'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { options } from '@/scripts/logs/usage'
import { runLogs, runLogsHere, startLogs, tempFile, tempFolder } from './runs'
import { crawlerError, folded, logOf, personError, sessionOpened, unknownRoute } from './samples'

const log = logOf(crawlerError, sessionOpened, folded, unknownRoute, personError)
const longLog = logOf(
  ...Array.from({ length: 20_000 }, (_, index) => ({ ...unknownRoute, method: `${index}` })),
)

const table = [
  'count  first             last              status  path           bot        reference',
  '9,981  2026-11-21 15:00  2026-11-21 15:19  500     /share/…       Googlebot  4f9c21ab-7e10',
  '       TypeError: note is undefined',
  '    1  2026-11-21 15:10  2026-11-21 15:10  404     /wp-login.php  bingbot    0a1b2c3d-4e5f',
  '',
  '9,982 bot-filtered errors in 2 groups. Times are UTC.',
  '',
].join('\n')

describe('a log is read from', () => {
  const whole = { code: 0, out: table, err: '' }
  const [first = '', ...rest] = log.trim().split(/(?<=\n)/)

  test.each<[string, (string | Buffer)[]]>([
    ['a file', [log]],
    ['a file of several compressed parts', [Buffer.concat([first, ...rest].map((part) => gzipSync(part)))]],
    [
      'several files, one compressed, one empty, one without a last line end',
      [rest.join(''), gzipSync(first), ''],
    ],
  ])('%s', async (_, contents) => {
    const files = await Promise.all(contents.map((content) => tempFile(content)))
    expect(await runLogsHere(files)).toEqual(whole)
  })

  test('the standard input, compressed or not', async () => {
    expect(await runLogs([], gzipSync(log))).toEqual(whole)
  })

  test('a truncated compressed file as far as it goes', async () => {
    const file = await tempFile(gzipSync(longLog).subarray(0, -12))
    const { code, out, err } = await runLogsHere([file, '--json'])
    const problem = `${file} is cut off: its compressed data has no end.`
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ problems: [problem] })
    // Only the last bytes are lost.
    expect(JSON.parse(out).count).toBeGreaterThan(19_800)
    expect(err).toContain(problem)
  })

  test('a damaged compressed file as far as it goes, and the next file', async () => {
    const bytes = gzipSync(longLog)
    // The checksum.
    bytes.writeUInt32LE(0, bytes.length - 8)
    const { code, out, err } = await runLogsHere([await tempFile(bytes, 'damaged.gz'), await tempFile(log)])
    expect(code).toBe(1)
    expect(err).toMatch(/damaged\.gz is damaged: .* \(Z_DATA_ERROR\)/)
    expect(out).toContain('TypeError: note is undefined')
    expect(out).toMatch(/^1\d,\d{3} .* 404 /m)
  })
})

test('what cannot be read is named before anything is read', async () => {
  const folder = await tempFolder()
  const none = join(folder, 'none.log')
  const missing = { code: 1, out: '', err: `There is no file ${none}.\n` }
  expect(await runLogs([await tempFile(log), none])).toEqual(missing)
  await expect(runLogsHere([folder])).rejects.toThrow(`${folder} is a folder. Name the files in it.`)
})

test('a wrong argument is refused with words', async () => {
  const { code, out, err } = await runLogsHere(['--since', 'yesterday'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/--since yesterday: must be a date.*\nnpm run logs -- --help/)
})

test('--help names every option', async () => {
  const { code, out, err } = await runLogsHere(['--help'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const name of Object.keys(options)) expect(out).toContain(`--${name}`)
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
