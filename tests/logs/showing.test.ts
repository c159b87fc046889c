import { describe, expect, test } from 'vitest'
import { answerOf, readLog } from './runs'
import { crawlerError, folded, logOf, unknownRoute } from './samples'

const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\r\n'

describe('the table', () => {
  const late = { ...unknownRoute, path: '/late', bot: 'Abot', time: '2026-11-22T00:00:00Z' }
  const log = logOf(late, crawlerError, crawlerError, unknownRoute)

  test.each([
    ['count', ['/share/…', '/late', '/wp-login.php']],
    ['last', ['/late', '/wp-login.php', '/share/…']],
    ['first', ['/share/…', '/wp-login.php', '/late']],
    ['status', ['/late', '/wp-login.php', '/share/…']],
    ['path', ['/late', '/share/…', '/wp-login.php']],
    ['bot', ['/late', '/share/…', '/wp-login.php']],
  ])('is sorted by %s', async (sorting, paths) => {
    const out = await answerOf(['--sort', sorting], log)
    expect([...out.matchAll(/ (\/\S+) /g)].map(([, path]) => path)).toEqual(paths)
  })

  test('says what it leaves out', async () => {
    const out = await answerOf(['--limit', '1'], log)
    expect(out).toContain('Left out by --limit: 2 errors in 2 groups.')
    expect(out).toContain('4 bot-filtered errors in 3 groups.')
  })

  test('fits a hundred columns, whatever a visitor requests', async () => {
    const long = { path: `/${'very-long/'.repeat(15)}end`, bot: 'b'.repeat(60), message: 'm'.repeat(900) }
    const lines = [crawlerError, { ...folded, count: 12_345_678 }].map((line) => ({ ...line, ...long }))
    const out = await answerOf([], logOf(...lines))
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(out).toMatch(/ \/very\S*…\S*end /)
  })

  test('sums up what it cannot list', async () => {
    const flood = Array.from({ length: 12_000 }, (_, index) => ({
      ...unknownRoute,
      path: `/made-up/${index}`,
    }))
    const out = await answerOf(['--limit', '3'], logOf(...flood, crawlerError))
    expect(out.split('\n')[1]).toContain(' 500 ')
    expect(out).toMatch(/^10,000 .* 404 {5}\(others\)$/m)
    expect(out).toContain('There are too many different errors')
    expect(out).toContain('12,001 bot-filtered errors in 2,001 groups and others.')
  })
})

test.each<[string[]]>([[[]], [['--json']], [['--reference', '4f9c21ab-7e10']]])(
  'with %j, a terminal obeys nothing from the log',
  async (parameters) => {
    const fields = { path: `/${hostile}`, bot: hostile, message: hostile, stack: hostile, [hostile]: hostile }
    const { code, out, err } = await readLog(parameters, logOf({ ...crawlerError, ...fields }))
    expect(code).toBe(0)
    expect(out).toContain('\\u001b')
    expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  },
)

describe('one reference', () => {
  test('is shown in full, however it was read aloud', async () => {
    const out = await answerOf(['--reference', ' 4F9C21AB-7E10 '], logOf(unknownRoute, crawlerError))
    expect(out).toContain('requestId  4f9c21ab-7e10-4c2b-9a55-0123456789ab\n')
    expect(out).toContain(
      '\n  TypeError: note is undefined\n      at SharedNote (app/share/[uuid]/page.tsx:12:3)\n',
    )
    expect(out).toContain('\nCaused by\n  Error: no row\n      at readNote')
    expect(out).not.toContain('wp-login')
  })

  test("is found by its request's ID, for people too, and with all its lines", async () => {
    const lines = [
      { ...crawlerError, bot: false, rendered: true },
      { ...crawlerError, place: 'middleware' },
    ]
    const out = await answerOf(['--reference', crawlerError.requestId], logOf(...lines))
    expect(out.match(/^place .*$/gm)).toEqual(['place      render', 'place      middleware'])
  })

  test('is found in a folded line, and the answer says so', async () => {
    const out = await answerOf(['--reference', 'aaaaaaaa-0002'], logOf(crawlerError, folded))
    expect(out).toContain('aaaaaaaa-0002 has no line of its own. It is one of 9,980 errors between')
    expect(out).toContain('TypeError: note is undefined')
  })

  test('is not there, or may be in a folded line', async () => {
    const none = 'No error has the reference ffffffff-0000.'
    const parameters = ['--reference', 'ffffffff-0000']
    expect(await readLog(parameters, logOf(crawlerError))).toMatchObject({ code: 1, out: `${none}\n` })
    const folds = 'It may be one of 9,978 errors that were folded without their references.'
    expect(await answerOf(parameters, logOf(crawlerError, folded))).toBe(`${none} ${folds}`)
  })

  test('in JSON is as it is in the log', async () => {
    const out = await answerOf(['--json', '--reference', '4f9c21ab-7e10'], logOf(crawlerError, folded))
    const lines = { records: [crawlerError], folded: [folded], leftOut: 0 }
    expect(JSON.parse(out)).toMatchObject({ version: 3, ...lines })
  })
})

describe('over time', () => {
  const end = '2026-11-21T23:59:00Z'
  const at = (time: string, count: number) => ({
    ...folded,
    firstAt: `2026-11-21T${time}:00Z`,
    lastAt: end,
    count,
  })
  const log = logOf(at('15:00', 30), at('15:20', 60), at('15:29', 1))

  test('bars of the given length, each error at its start', async () => {
    const out = await answerOf(['--every', '10m'], log)
    expect(out.split('\n').slice(0, 3)).toEqual([
      `2026-11-21 15:00  30  ${'#'.repeat(30)}`,
      '2026-11-21 15:10   0',
      `2026-11-21 15:20  61  ${'#'.repeat(60)}`,
    ])
  })

  test('in JSON', async () => {
    const out = await answerOf(['--every', '30m', '--json'], log)
    const bars = [{ from: '2026-11-21T15:00:00.000Z', count: 91 }]
    expect(JSON.parse(out).histogram).toEqual({ everySeconds: 1_800, bars })
  })

  test('a thousand spans are shown, and more are refused', async () => {
    const spans = (last: number) => logOf(at('00:00', 1), at(`16:${last}`, 1))
    expect((await answerOf(['--every', '1m'], spans(39))).split('\n')).toHaveLength(1_002)
    const { code, out } = await readLog(['--every', '1m'], spans(40))
    expect(code).toBe(1)
    expect(out).toContain('There are more than 1,000 spans of this length. Choose a longer one.')
  })
})

test('JSON holds the query, the lines and all groups', async () => {
  const lines = logOf(crawlerError, folded, unknownRoute, '{x')
  const out = await answerOf(['--json', '--limit', '1', '--since', '2026-11-21'], lines)
  const { route, path, status, place, bot, botKind, event, name, message, reference } = crawlerError
  expect(JSON.parse(out)).toEqual({
    version: 3,
    lines: { errors: 3, otherEvents: 0, foreign: 0, notUnderstood: 1 },
    firstNotUnderstood: { log: 'LOG', line: 4 },
    problems: [],
    begins: '2026-11-21T15:00:00.000Z',
    filter: {
      ...{ audience: 'bot-filtered', bots: [], statuses: [], paths: [] },
      ...{ since: '2026-11-21T00:00:00.000Z', until: null },
    },
    count: 9_982,
    groups: [
      {
        ...{ count: 9_981, first: '2026-11-21T15:00:00.000Z', last: '2026-11-21T15:19:59.000Z' },
        ...{ status, path, route, place, bot, botKind, event, name, message, reference },
      },
      expect.objectContaining({ count: 1, status: 404, route: null, name: '' }),
    ],
    others: [],
  })
})
