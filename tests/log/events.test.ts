/** The events of the log: all are in one table, the docs show it, and each leaves few lines however often it comes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LogEvent, logEvents } from '@/lib/log/record'
import { deduplicate, repeatWindowMs } from '@/lib/server/log/log'
import { isTest, nodesOf } from '../architecture/source'
import { readTree } from '../architecture/trees'

const names = Object.keys(logEvents) as LogEvent[]
const root = join(import.meta.dirname, '..', '..')

describe('the table of events', () => {
  const sources = readTree(root).filter(
    ({ path }) => /^(app|lib)\/.*\.tsx?$/.test(path) && !isTest(path) && path !== 'lib/log/events.ts',
  )

  it('is that of the docs', () => {
    const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const rows = docs
      .split('\n')
      .filter((line) => /^\| `[a-z-]+\.[a-z-]+` \| (anybody|person|site) \|/.test(line))
    const expected = names.map((name) => {
      const { triggeredBy, sameFields } = logEvents[name]
      const fields = ['level', ...sameFields].map((field) => `\`${field}\``).join(', ')
      return `| \`${name}\` | ${triggeredBy} | ${fields} |`
    })
    expect(rows).toEqual(expected)
  })

  it('has every event that is logged, and no other', () => {
    const logged = sources.flatMap((file) =>
      nodesOf(file, ts.isCallExpression)
        .filter(({ expression }) => /^(log|withLog)$/.test(expression.getText()))
        .flatMap(({ expression, arguments: told }) => told[expression.getText() === 'log' ? 1 : 2] ?? [])
        .flatMap(patternsOf),
    )
    for (const pattern of logged)
      expect(
        names.some((name) => pattern.test(name)),
        String(pattern),
      ).toBe(true)
    const texts = new Set(
      sources.flatMap((file) => nodesOf(file, ts.isStringLiteral).map(({ text }) => text)),
    )
    expect(names.filter((name) => !texts.has(name) && !logged.some((pattern) => pattern.test(name)))).toEqual(
      [],
    )
  })

  /** What an argument may be: its words, those of both its ways, or whatever a template's beginning allows. */
  function patternsOf(event: ts.Expression): RegExp[] {
    if (ts.isStringLiteralLike(event)) return [new RegExp(`^${event.text}$`)]
    if (ts.isTemplateExpression(event)) return [new RegExp(`^${event.head.text}[a-z-]+$`)]
    return ts.isConditionalExpression(event) ? [event.whenTrue, event.whenFalse].flatMap(patternsOf) : []
  }
})

/** What a stranger can make different each time. */
const pad = 'x'.repeat(4_000)
const chosen = {
  path: (number: number) => `/${number}/${pad.slice(0, 480)}`,
  message: (number: number) => `${number} ${pad.slice(0, 990)}`,
  stack: (number: number) => `at ${number} ${pad}`,
  clientAddress: (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  bot: (number: number) => (number % 3 ? `Bot${number}` : false),
  status: (number: number) => [404, 500, 503][number % 3],
  rendered: (number: number) => number % 2 === 0,
  origin: (number: number) => `evil-${number}.example`,
  place: (number: number) => ['browser', 'render', 'route'][number % 3],
  id: (number: number) => `id-${number}`,
  requestId: (number: number) => `${number}-4f9c21ab-7e10-4c2b-9a55-0123456789ab`,
  reference: (number: number) => `${String(number).padStart(8, '0')}-0000`,
}

describe('thousands of records', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const times = 10_000

  function openLog() {
    const lines: Record<string, unknown>[] = []
    const records = deduplicate((line) => lines.push(line))
    const add = (event: LogEvent, number: number, fixed: object = {}) => {
      const fields = Object.entries(chosen).map(([field, make]) => [field, make(number)])
      const time = new Date().toISOString()
      records.add({ level: 'warn', time, event, userId: 'ada', ...Object.fromEntries(fields), ...fixed })
    }
    return {
      lines,
      add,
      characters: () => lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0),
      counted: () => lines.reduce((sum, { count = 1 }) => sum + Number(count), 0),
    }
  }

  it.each(names)('of %s are some lines, whatever differs in them, and none is lost from the sum', (event) => {
    const { lines, add, characters, counted } = openLog()
    // Four times as many as may be written, of each of some forty events.
    const enough = times / 4
    for (let number = 0; number < enough; number++) add(event, number)
    vi.advanceTimersByTime(repeatWindowMs)
    expect(counted()).toBe(enough)
    expect(lines.length).toBeLessThan(600)
    expect(characters()).toBeLessThan(4_000_000)
  })

  it('of one kind are six lines', () => {
    for (const event of ['error.thrown', 'session.refused', 'console.printed'] as const) {
      const { lines, add } = openLog()
      const alike = Object.fromEntries(Object.entries(chosen).map(([field, make]) => [field, make(0)]))
      for (let number = 0; number < times / 4; number++) add(event, number, alike)
      vi.advanceTimersByTime(repeatWindowMs)
      expect(lines).toHaveLength(6)
    }
  })

  it('in each ten seconds of a day leave what the docs say, and the sum is right', () => {
    const { add, characters, counted } = openLog()
    const windows = 100
    for (let window = 0; window < windows; window++) {
      for (let number = 0; number < 1_000; number++)
        add('session.refused', window * 1_000 + number, { place: 'route' })
      vi.advanceTimersByTime(repeatWindowMs)
    }
    vi.advanceTimersByTime(repeatWindowMs)
    expect(counted()).toBe(windows * 1_000)
    expect(characters()).toBeLessThan(1024 * 1024 + windows * 48 * 1024)
  })

  it('name the first of the addresses and persons that are only counted', () => {
    const { lines, add } = openLog()
    for (let number = 0; number < times; number++) add('session.refused', number, { status: 401, code: 'x' })
    for (let number = 0; number < times; number++) add('access.refused', number, { kind: 'note' })
    vi.advanceTimersByTime(repeatWindowMs)
    const sums = lines.filter(({ event }) => String(event).endsWith('.repeated'))
    const refused = sums.find(({ event }) => event === 'session.refused.repeated')
    expect(refused?.clientAddresses).toHaveLength(20)
    expect(sums.find(({ event }) => event === 'access.refused.repeated')).toMatchObject({ userIds: ['ada'] })
  })

  it('that browsers make up do not crowd out an error of the server', () => {
    const { lines, add } = openLog()
    for (let number = 0; number < times; number++) add('error.thrown', number, { place: 'browser' })
    const ours = { place: 'render', path: '/app', message: 'x is not a function' }
    add('error.thrown', 1, ours)
    expect(lines.at(-1)).toMatchObject(ours)
  })

  it('of one subscriber of IPv6 are of one kind, whichever address each came from', () => {
    const { lines, add } = openLog()
    for (let number = 0; number < times; number++)
      add('session.limited', number, {
        code: 'rate-limited',
        place: 'route',
        clientAddress: `2001:db8:1:2::${number.toString(16)}`,
      })
    vi.advanceTimersByTime(repeatWindowMs)
    expect(lines).toHaveLength(6)
  })

  it('of as many persons as sign in at once are a line each', () => {
    const { lines, add } = openLog()
    for (let number = 0; number < 900; number++) add('session.opened', number, { userId: `user-${number}` })
    expect(lines).toHaveLength(900)
  })
})
