import { expect, test } from 'vitest'
import { answerOf } from './runs'
import { crawlerError, folded, logOf, personError, unknownRoute } from './samples'

const nothing = undefined
const outside = {
  ...crawlerError,
  place: 'process',
  status: nothing,
  path: nothing,
  route: nothing,
  bot: false,
}
const errors = logOf(crawlerError, folded, unknownRoute, personError, outside, {
  ...unknownRoute,
  rendered: true,
})

test.each<[string[], number]>([
  [[], 9_982],
  [['--people'], 1],
  [['--all'], 9_985],
  [['--status', '404'], 1],
  [['--status', '5xx'], 9_981],
  [['--status', '404,5xx'], 9_982],
  [['--status', '404', '--status', '500'], 9_982],
  [['--bot', 'GOOGLE'], 9_981],
  [['--bot', 'google', '--bot', 'bing'], 9_982],
  [['--path', 'wp-'], 1],
  [['--path', '{uuid}'], 9_981],
  [['--since', '2026-11-21T15:05'], 9_981],
  [['--since', '2026-11-21T15:20'], 0],
  [['--since', '2026-11-21T15:19:59.000Z'], 9_980],
  [['--until', '2026-11-21T15:00:01.000Z'], 1],
  [['--until', '2026-11-21T15:00:01.001Z'], 9_981],
  [['--until', '2026-11-21'], 0],
  [['--since', '2026-11-21', '--until', '2026-11-22', '--bot', 'bing', '--status', '5xx'], 0],
])('%j', async (parameters, count) => {
  const out = await answerOf(['--json', ...parameters], errors)
  expect(JSON.parse(out).count).toBe(count)
})

test('of the last two hours', async () => {
  const at = (minutesAgo: number) => ({ time: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
  const recent = logOf({ ...crawlerError, ...at(119) }, { ...crawlerError, ...at(121) })
  expect(await answerOf(['--since', '2h'], recent)).toContain('\n1 bot-filtered error in 1 group.')
})

test('none match, and how many others there are', async () => {
  const out = await answerOf(['--people'], logOf(crawlerError, unknownRoute))
  expect(out).toBe('0 errors that people met. The log has 2 other errors.')
})
