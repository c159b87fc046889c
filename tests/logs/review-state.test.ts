import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, errors, firstLine, logFile, review, timeout } from './review-runs'
import { logOf, runLogsHere } from './samples'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-state-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe('what a review remembers', () => {
  test('the next one begins where it ended, and knows its errors', async () => {
    const state = join(folder, 'state.json')
    const first = await review(errors(26, 1), [...day, '--state', state])
    expect(first.found.fresh).toEqual(['TypeError'])
    expect((await stat(state)).mode & 0o777).toBe(0o600)
    const log = [...errors(27, 1), ...errors(27, 1, timeout)]
    const next = await review(log, ['--until', '2026-11-28', '--state', state])
    expect(next.review.since).toBe('2026-11-27T00:00:00.000Z')
    expect(next.found).toMatchObject({ fresh: ['Timeout'], known: ['TypeError'] })
  })

  test('a period that was reviewed is reviewed again with the same result', async () => {
    const parameters = [...day, '--state', join(folder, 'again.json')]
    const found = []
    for (let round = 0; round < 2; round++) found.push((await review(errors(26, 1), parameters)).found)
    expect(found[1]).toEqual(found[0])
    expect(found[0]?.fresh).toEqual(['TypeError'])
  })

  test('an ignored error is told with its reason, and counts nowhere', async () => {
    const state = join(folder, 'ignored.json')
    const before = await review(errors(25, 1), [
      '--since',
      '2026-11-25',
      '--until',
      '2026-11-26',
      '--state',
      state,
    ])
    const [{ fingerprint }] = before.review.fresh
    const order = ['--ignore', fingerprint, '--reason', 'a known bug of Next', '--state', state]
    const { code, out } = await runLogsHere(order)
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Ignored from now on: 500 /share/{uuid} TypeError: note is undefined\n',
    })
    const parameters = [
      '--since',
      '2026-11-25',
      '--until',
      '2026-11-27',
      '--state',
      state,
      '--fail-on',
      'new-5xx',
    ]
    const after = await review(errors(26, 7), parameters)
    expect(after.code).toBe(0)
    expect(after.found.fresh).toEqual([])
    expect(after.review.failures.now).toEqual({ people: 0, bots: 0, site: 0 })
    expect(after.review.ignored).toMatchObject([{ fingerprint, reason: 'a known bug of Next', count: 7 }])
  })

  test('a log that could not be read to its end is reviewed again by the next review', async () => {
    const state = join(folder, 'cut.json')
    const cut = await logFile(gzipSync(logOf(firstLine, ...errors(26, 1))).subarray(0, -12))
    const { code } = await runLogsHere(['--review', ...day, '--state', state, cut])
    expect(code).toBe(1)
    await expect(stat(state)).rejects.toThrow('ENOENT')
  })

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['another file', '{"version":2}'],
    ['a date that is none', '{"version":1,"reviewedUntil":"yesterday","known":{},"ignored":{}}'],
    [
      'a fingerprint that is none',
      '{"version":1,"reviewedUntil":null,"known":{},"ignored":{"__proto__x":{}}}',
    ],
    ['more than any state', ' '.repeat(9_000_000)],
  ])('%s is refused and left as it is', async (_, content) => {
    const state = await logFile(content)
    await expect(review([], [...day, '--state', state])).rejects.toThrow("isn't the state of a review")
    expect(await readFile(state, 'utf8')).toBe(content)
  })

  test('the longest text that an error may have is no fault of the state', async () => {
    const parameters = [...day, '--state', join(folder, 'long.json')]
    const log = errors(26, 1, { name: '🙂'.repeat(500), message: '"'.repeat(500) })
    for (let round = 0; round < 2; round++) expect((await review(log, parameters)).code).toBe(0)
  })

  test('only what a review has seen can be ignored', async () => {
    const state = join(folder, 'unseen.json')
    const order = ['--ignore', '0123456789', '--reason', 'x', '--state', state]
    await expect(runLogsHere(order)).rejects.toThrow('There is no file')
    await review([], [...day, '--state', state])
    await expect(runLogsHere(order)).rejects.toThrow('has seen 0123456789')
  })

  test('a period that is over before it begins is refused', async () => {
    await expect(review([], ['--since', '2026-11-27', '--until', '2026-11-26'])).rejects.toThrow(
      'nothing to review',
    )
  })
})
