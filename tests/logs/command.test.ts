import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { options } from '@/scripts/logs/usage'
import {
  crawlerError,
  folded,
  logOf,
  runLogs,
  runLogsHere,
  sessionOpened,
  startLogs,
  unknownRoute,
} from './samples'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-logs-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, content: string | Buffer): Promise<string> {
  const place = join(folder, name)
  await writeFile(place, content)
  return place
}

const person = { ...crawlerError, bot: false, rendered: true, path: '/app', time: '2026-11-21T16:00:00.000Z' }
const log = logOf(crawlerError, sessionOpened, folded, unknownRoute, person)
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

describe('where the log comes from', () => {
  const whole = { code: 0, out: table, err: '' }

  test('a file', async () => {
    expect(await runLogsHere([await file('site.log', log)])).toEqual(whole)
  })

  test('the standard input', async () => {
    expect(await runLogs([], log)).toEqual(whole)
    expect(await runLogs(['-'], gzipSync(log))).toEqual(whole)
  })

  test('a compressed file, whatever it is called, also of several parts', async () => {
    const parts = Buffer.concat(log.match(/.*\n/g)?.map((line) => gzipSync(line)) ?? [])
    expect(await runLogsHere([await file('site.txt', parts)])).toEqual(whole)
  })

  test('several files, of which one is compressed and one does not end its last line', async () => {
    const [first = '', ...rest] = log.trim().split(/(?<=\n)/)
    const files = [
      await file('2.log', rest.join('')),
      await file('1.gz', gzipSync(first)),
      await file('0.log', ''),
    ]
    expect(await runLogsHere(files)).toEqual(whole)
  })

  test('a compressed file that is cut off is read as far as it goes', async () => {
    const cut = await file('cut.gz', gzipSync(longLog).subarray(0, -12))
    const { code, out, err } = await runLogsHere([cut, '--json'])
    const problem = `${cut} is cut off: its compressed data has no end.`
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ problems: [problem] })
    // The last bytes are lost, not more.
    expect(JSON.parse(out).count).toBeGreaterThan(19_800)
    expect(err).toContain(problem)
  })

  test('a compressed file that is damaged is read as far as it goes, and the next one too', async () => {
    const bytes = gzipSync(longLog)
    // The checksum.
    bytes.writeUInt32LE(0, bytes.length - 8)
    const { code, out, err } = await runLogsHere([
      await file('damaged.gz', bytes),
      await file('whole.log', log),
    ])
    expect(code).toBe(1)
    expect(err).toMatch(/damaged\.gz is damaged: .* \(Z_DATA_ERROR\)/)
    expect(out).toContain('TypeError: note is undefined')
    expect(out).toMatch(/^1\d,\d{3} .* 404 /m)
  })

  test('what cannot be read is named before anything is read', async () => {
    const here = await file('site.log', log)
    const none = join(folder, 'none.log')
    expect(await runLogs([here, none])).toEqual({ code: 1, out: '', err: `There is no file ${none}.\n` })
    await expect(runLogsHere([folder])).rejects.toThrow(`${folder} is a folder. Name the files in it.`)
  })
})

test.each([
  ['a wrong argument', ['--since', 'yesterday'], '--since yesterday: must be a date'],
  ['an unknown option', ['--colour'], "Unknown option '--colour'"],
])('%s is refused with words', async (_, parameters, words) => {
  const { code, out, err } = await runLogsHere(parameters)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(words)
  expect(err).toContain('npm run logs -- --help')
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
  child.stdin.end(
    logOf(...Array.from({ length: 4_000 }, (_, index) => ({ ...unknownRoute, path: `/${index}` }))),
  )
  const [code] = await once(child, 'close')
  // On a busy machine it says how far it is.
  expect({ code, err: err.replace(/^.* read so far …\n/gm, '') }).toEqual({ code: 0, err: '' })
})
