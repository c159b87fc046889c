/** However many records come, the log has few lines, and the total is right. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LogEvent, logEvents } from '@/lib/log/events'
import { deduplicate, maxFullRecords, repeatWindowMs } from '@/lib/server/log/deduplicate'

type Line = Record<string, unknown>

/** A record whose other fields strangers make different each time. */
function record(event: LogEvent, number: number, fields: Line = {}) {
  const padding = 'x'.repeat(4_000)
  return {
    level: 'warn' as const,
    event,
    time: new Date(Date.now() + number).toISOString(),
    userId: 'ada',
    path: `/${number}/${padding.slice(0, 480)}`,
    message: `${number} ${padding.slice(0, 990)}`,
    stack: `at ${number} ${padding}`,
    clientAddress: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    bot: number % 3 ? `Bot${number}` : false,
    status: [404, 500, 503][number % 3],
    rendered: number % 2 === 0,
    origin: `evil-${number}.example`,
    place: ['browser', 'render', 'route'][number % 3],
    id: `id-${number}`,
    requestId: `${number}-4f9c21ab-7e10-4c2b-9a55-0123456789ab`,
    reference: number.toString(16).padStart(8, '0').concat('-0000'),
    ...fields,
  }
}

/** An error of the server, whose only difference is its time and reference. */
const failure = (number: number, fields: Line = {}) =>
  record('error.thrown', number, { ...same, bot: false, status: 500, place: 'render', ...fields })
const same = { path: '/app', message: 'x', stack: 'Error: x', clientAddress: undefined, rendered: true }

const rendering = { place: 'render', rendered: true }

/** A missing page that a bot requests. */
const missing = (number: number, fields: Line = {}) =>
  record('route.unknown', number, {
    status: 404,
    path: `/${number}`,
    bot: 'Scanbot',
    ...rendering,
    ...fields,
  })

function startLog() {
  const lines: Line[] = []
  const { add, close } = deduplicate((line) => {
    lines.push(line)
    return JSON.stringify(line).length
  })
  return {
    add,
    close,
    lines,
    addMany(times: number, make: (number: number) => ReturnType<typeof record>) {
      for (let number = 0; number < times; number++) add(make(number))
      vi.advanceTimersByTime(repeatWindowMs)
    },
    characters: () => lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0),
    counted: () => lines.reduce((sum, { count = 1 }) => sum + Number(count), 0),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('repeats of an error', () => {
  it('are written in full at first, then counted, and written in full again after the window', () => {
    const { add, addMany, lines, counted } = startLog()
    addMany(10_000, (number) => failure(number))
    expect([lines.length, counted()]).toEqual([maxFullRecords + 1, 10_000])
    const summary = lines.at(-1) as Line & { references: string[]; referencesLeftOff: number }
    expect(summary).toMatchObject({
      event: 'error.thrown.repeated',
      level: 'warn',
      path: '/app',
      message: 'x',
    })
    expect(summary.references.length + summary.referencesLeftOff).toBe(10_000 - maxFullRecords)
    expect(summary.references[0]).toBe(failure(maxFullRecords).reference)
    expect(String(summary.firstAt) < String(summary.lastAt)).toBe(true)
    add(failure(0))
    expect(lines).toHaveLength(maxFullRecords + 2)
  })

  it('differ in what failed, where, and for whom', () => {
    const { addMany, lines } = startLog()
    const kinds = [{}, { path: '/login' }, { message: 'y' }, { bot: 'Googlebot' }, { stack: 'Error: y' }]
    for (const kind of kinds) addMany(maxFullRecords, (number) => failure(number, kind))
    expect(lines).toHaveLength(kinds.length * maxFullRecords)
  })

  it('are counted to the end when the process ends', () => {
    const { add, close, counted } = startLog()
    for (let number = 0; number < 100; number++) add(failure(number))
    close()
    expect(counted()).toBe(100)
  })

  it('of browsers do not crowd out an error of the server', () => {
    const { add, lines } = startLog()
    for (let number = 0; number < 10_000; number++) add(record('error.thrown', number, { place: 'browser' }))
    add(failure(1))
    expect(lines.at(-1)).toMatchObject(same)
  })
})

describe('a scan of one client', () => {
  it.each<[string, (number: number) => string, string]>([
    ['an address', () => '192.0.2.1', '192.0.2.1'],
    ['a block of IPv6', (number) => `2001:db8:1:2::${number.toString(16)}`, '2001:db8:1:2::0'],
  ])('is few lines that name its bot and %s, and leaves room for others', (_, address, named) => {
    const { add, addMany, lines, counted } = startLog()
    const scan = (number: number) => missing(number, { clientAddress: address(number), botKind: 'crawler' })
    for (let number = 0; number < 9_999; number++) add(scan(number))
    add(missing(7, { clientAddress: '192.0.2.2', path: '/others' }))
    expect(lines.at(-1)).toMatchObject({ path: '/others' })
    addMany(1, () => scan(9_999))
    expect(counted()).toBe(10_001)
    expect(lines.length).toBeLessThan(30)
    const sum = { event: 'route.unknown.repeated', path: '(various)', clientAddress: named }
    expect(lines.at(-1)).toMatchObject({ ...sum, bot: 'Scanbot', botKind: 'crawler' })
  })

  it.each<[string, (number: number) => Line, number]>([
    ['a name per path is no more', (number) => ({ bot: `Bot${number}`, clientAddress: '192.0.2.1' }), 30],
    ['an address per path is as many lines as scans of several', () => ({ message: '', stack: '' }), 300],
  ])('with %s', (_, fields, most) => {
    const { addMany, lines, counted } = startLog()
    addMany(10_000, (number) => missing(number, fields(number)))
    expect(counted()).toBe(10_000)
    expect(lines.length).toBeLessThan(most)
  })

  it('is none while it asks for as few pages as a crawler does, or for failing ones', () => {
    const { addMany, lines } = startLog()
    addMany(20, (number) => missing(number, { clientAddress: '192.0.2.1' }))
    addMany(100, (number) => missing(number, { clientAddress: '192.0.2.1', status: 500 }))
    expect(lines).toHaveLength(120)
  })
})

describe('thousands of records', () => {
  it.each(Object.keys(logEvents) as LogEvent[])(
    'of %s are some lines, whatever differs, and all are counted',
    (event) => {
      const { addMany, lines, characters, counted } = startLog()
      addMany(2_500, (number) => record(event, number))
      expect(counted()).toBe(2_500)
      expect(lines.length).toBeLessThan(600)
      expect(characters()).toBeLessThan(4_000_000)
    },
  )

  it('in each ten seconds of a day leave what the docs say, also after a quiet day', () => {
    const { add, addMany, characters, counted } = startLog()
    const windows = 100
    add(record('session.refused', 0, { place: 'route' }))
    vi.advanceTimersByTime(24 * 3_600_000)
    for (let window = 0; window < windows; window++)
      addMany(1_000, (number) => record('session.refused', window * 1_000 + number, { place: 'route' }))
    vi.advanceTimersByTime(repeatWindowMs)
    expect(counted()).toBe(windows * 1_000 + 1)
    expect(characters()).toBeLessThan(1024 * 1024 + windows * 48 * 1024)
  })

  it('past the limit name the first addresses and persons, and say whether they are of bots', () => {
    const { addMany, lines } = startLog()
    addMany(10_000, (number) => record('session.refused', number, { status: 401, code: 'x' }))
    addMany(10_000, (number) => record('access.refused', number, { kind: 'note' }))
    addMany(10_000, (number) => missing(number, { bot: number % 2 ? 'Bot' : false }))
    const sum = (event: string) => lines.filter((line) => line.event === `${event}.repeated`)
    expect(sum('session.refused')[0]?.clientAddresses).toHaveLength(20)
    expect(sum('access.refused')[0]).toMatchObject({ userIds: ['ada'] })
    expect(sum('route.unknown').map(({ path, bot }) => [path, bot])).toEqual(
      expect.arrayContaining([
        ['(various)', false],
        ['(various)', '(various)'],
      ]),
    )
  })

  it('of one subscriber of IPv6 are one kind, and of as many persons as sign in a line each', () => {
    const { add, addMany, lines } = startLog()
    const address = (number: number) => `2001:db8:1:2::${number.toString(16)}`
    addMany(10_000, (number) =>
      record('session.limited', number, { code: 'x', place: 'route', clientAddress: address(number) }),
    )
    expect(lines).toHaveLength(maxFullRecords + 1)
    for (let number = 0; number < 900; number++)
      add(record('session.opened', number, { userId: `user-${number}` }))
    expect(lines).toHaveLength(maxFullRecords + 1 + 900)
  })
})
