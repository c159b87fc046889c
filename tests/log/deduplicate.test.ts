import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deduplicate, maxFullRecords, repeatWindowMs } from '@/lib/server/log/log'

type Line = Record<string, unknown>

function record(number: number, fields: Line = {}) {
  const reference = number.toString(16).padStart(8, '0').concat('-0000')
  const time = new Date(Date.now() + number).toISOString()
  return {
    level: 'error' as const,
    time,
    event: 'error.thrown',
    status: 500,
    bot: false,
    rendered: true,
    reference,
    ...fields,
  }
}

function openRecords() {
  const lines: Line[] = []
  const records = deduplicate((line) => lines.push(line))
  const counted = () => lines.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0)
  return { ...records, lines, counted }
}

describe('repeats of an error', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are written in full at first, then counted, and the sum is right', () => {
    const { add, lines, counted } = openRecords()
    for (let number = 0; number < 10_000; number++) add(record(number, { path: '/app', message: 'x' }))
    expect(lines).toHaveLength(maxFullRecords)
    vi.advanceTimersByTime(repeatWindowMs)
    expect(lines).toHaveLength(maxFullRecords + 1)
    expect(counted()).toBe(10_000)
    const summary = lines.at(-1) as Line & { references: string[]; referencesLeftOff: number }
    expect(summary).toMatchObject({
      event: 'error.thrown.repeated',
      level: 'error',
      path: '/app',
      message: 'x',
    })
    expect(summary.references.length + summary.referencesLeftOff).toBe(10_000 - maxFullRecords)
    expect(summary.references[0]).toBe(record(maxFullRecords).reference)
    expect(String(summary.firstAt) < String(summary.lastAt)).toBe(true)
  })

  it('are told apart by what failed, where, and for whom', () => {
    const { add, lines } = openRecords()
    const kinds: Line[] = [
      { path: '/app' },
      { path: '/login' },
      { path: '/app', message: 'y' },
      { path: '/app', bot: 'Googlebot' },
      { path: '/app', stack: 'Error: y\n at somewhere else' },
    ]
    for (const kind of kinds) for (let time = 0; time < maxFullRecords; time++) add(record(time, kind))
    expect(lines).toHaveLength(kinds.length * maxFullRecords)
  })

  it('that come again after their time are written in full again', () => {
    const { add, lines } = openRecords()
    for (let time = 0; time < maxFullRecords; time++) add(record(time))
    vi.advanceTimersByTime(repeatWindowMs)
    expect(lines).toHaveLength(maxFullRecords)
    add(record(0))
    expect(lines).toHaveLength(maxFullRecords + 1)
  })

  it('of ten thousand unknown paths are some lines too, and none is lost', () => {
    const { add, lines, counted } = openRecords()
    for (let number = 0; number < 10_000; number++)
      add(
        record(number, {
          event: 'route.unknown',
          status: 404,
          path: `/${number}`,
          bot: number % 2 ? 'Bot' : false,
        }),
      )
    vi.advanceTimersByTime(repeatWindowMs)
    expect(lines.length).toBeLessThan(300)
    expect(counted()).toBe(10_000)
    expect(lines.filter(({ path }) => path === '(various)').map(({ bot }) => bot)).toEqual([
      false,
      '(various)',
    ])
  })

  describe('in a scan of one client', () => {
    const missing = (number: number, fields: Line = {}) =>
      record(number, { event: 'route.unknown', status: 404, path: `/${number}`, bot: 'Scanbot', ...fields })
    const scan = (add: (line: ReturnType<typeof record>) => void, fields: (number: number) => Line) => {
      for (let number = 0; number < 10_000; number++) add(missing(number, fields(number)))
    }

    it.each<[string, (number: number) => string, string]>([
      ['an address', () => '192.0.2.1', '192.0.2.1'],
      ['a block of IPv6', (number) => `2001:db8:1:2::${number.toString(16)}`, '2001:db8:1:2::14'],
    ])('are few lines that name its bot and %s, and leave room for others', (_, address, named) => {
      const { add, lines, counted } = openRecords()
      scan(add, (number) => ({ clientAddress: address(number), botKind: 'crawler' }))
      add(missing(7, { clientAddress: '192.0.2.2', path: '/others' }))
      expect(lines.at(-1)).toMatchObject({ path: '/others' })
      vi.advanceTimersByTime(repeatWindowMs)
      expect(counted()).toBe(10_001)
      expect(lines.length).toBeLessThan(30)
      const sum = { event: 'route.unknown.repeated', path: '(various)', clientAddress: named }
      expect(lines.at(-1)).toMatchObject({ ...sum, bot: 'Scanbot', botKind: 'crawler' })
      expect(lines.at(-1)).not.toHaveProperty('clientAddresses')
    })

    it('that changes its name are no more', () => {
      const { add, lines, counted } = openRecords()
      scan(add, (number) => ({ clientAddress: '192.0.2.1', bot: `Bot${number}` }))
      vi.advanceTimersByTime(repeatWindowMs)
      expect(counted()).toBe(10_000)
      expect(lines.length).toBeLessThan(30)
      expect(lines.at(-1)).toMatchObject({ bot: '(various)', clientAddress: '192.0.2.1' })
    })

    it('that changes its address with each path are told apart no longer than others', () => {
      const { add, lines, counted } = openRecords()
      scan(add, (number) => ({ clientAddress: `10.0.${number >> 8}.${number & 255}` }))
      vi.advanceTimersByTime(repeatWindowMs)
      expect(counted()).toBe(10_000)
      expect(lines.length).toBeLessThan(300)
    })

    it('are told apart while it asks for as few as a crawler does', () => {
      const { add, lines } = openRecords()
      for (let number = 0; number < 20; number++) add(missing(number, { clientAddress: '192.0.2.1' }))
      for (let number = 0; number < 100; number++)
        add(missing(number, { clientAddress: '192.0.2.1', status: 500 }))
      vi.advanceTimersByTime(repeatWindowMs)
      expect(lines).toHaveLength(120)
    })
  })

  it('are counted to the end when the process ends', () => {
    const { add, close, counted } = openRecords()
    for (let number = 0; number < 100; number++) add(record(number))
    close()
    expect(counted()).toBe(100)
  })
})
