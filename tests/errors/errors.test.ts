import { describe, expect, it } from 'vitest'
import { describeError, newReference, parseReference, referenceOf } from '@/lib/errors/errors'
import { describeContext, describeErrorRecord } from '@/lib/errors/record'

describe('an error', () => {
  it('is described with what led to it, nearest first, at most five in all', () => {
    const chain = [6, 5, 4, 3, 2, 1].reduce<Error | undefined>(
      (cause, number) => new RangeError(`number ${number}`, { cause }),
      undefined,
    )
    const { name, message, causes } = describeError(chain)
    expect([name, message]).toEqual(['RangeError', 'number 1'])
    expect(causes.map((cause) => cause.message)).toEqual(['number 2', 'number 3', 'number 4', 'number 5'])
  })

  it('is described without a secret in its message, its stack or its causes', () => {
    const cause = new Error('for bob@example.org')
    const described = JSON.stringify(describeError(new Error('no user ada@example.org', { cause })))
    expect(described).toContain('no user [mail]')
    expect(described).not.toContain('example.org')
  })

  it('that causes itself is described once', () => {
    const error = new Error('round')
    error.cause = error
    expect(describeError(error).causes).toEqual([])
  })

  it.each([
    ['a text', 'thrown text', { name: 'string', message: 'thrown text' }],
    ['nothing', undefined, { name: 'unknown', message: '' }],
    ['null', null, { name: 'unknown', message: '' }],
    ['an object', { message: 'half an error' }, { name: 'unknown', message: 'half an error' }],
    ['a getter that is no text', { name: 7, message: {} }, { name: 'unknown', message: '' }],
  ])('may be %s', (_, thrown, expected) => {
    expect(describeError(thrown)).toMatchObject(expected)
  })
})

describe('a reference', () => {
  it('is the start of the request’s ID, or a new one of the same form', () => {
    const id = crypto.randomUUID()
    const references = new Set([referenceOf(id), ...Array.from({ length: 1_000 }, newReference)])
    expect([id.startsWith(referenceOf(id)), references.size]).toEqual([true, 1_001])
    for (const reference of references) expect(parseReference(reference)).toBe(reference)
  })

  it.each(['', 'abc', '4f9c21ab-7e1', '4f9c21ab-7e10-', '4F9C21AB-7E10', '<script>', 7, null])(
    'is never %j',
    (value) => expect(parseReference(value)).toBeNull(),
  )
})

describe('the record of an error', () => {
  const context = {
    requestId: '4f9c21ab-7e10-4c2b-9a55-0123456789ab',
    status: 500,
    method: 'GET',
    path: '/app/account?next=/secret',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    place: 'render',
    hasPage: true,
  } as const

  it('names the request, its outcome and the error', () => {
    const record = describeErrorRecord(context, describeError(new TypeError('x')))
    expect(record).toMatchObject({
      reference: '4f9c21ab-7e10',
      route: '/app/account',
      path: '/app/account',
      bot: 'Googlebot',
      botKind: 'crawler',
      rendered: false,
      name: 'TypeError',
    })
    expect(JSON.stringify(record)).not.toContain('/secret')
  })

  it('of a person says that the page was shown, and has no address', () => {
    const client = { userAgent: null, clientAddress: '192.0.2.1' }
    const record = describeErrorRecord({ ...context, ...client }, describeError(new Error('x')))
    expect(record).toMatchObject({ bot: false, rendered: true })
    expect(record).not.toHaveProperty('botKind')
    expect(record).not.toHaveProperty('clientAddress')
  })

  it('of a bot has the address it came from, cut short if that is none', () => {
    const of = (clientAddress: string) => describeContext({ ...context, clientAddress })
    expect(of('2001:db8::7')).toMatchObject({ bot: 'Googlebot', clientAddress: '2001:db8::7' })
    expect(String(of('x'.repeat(9_000)).clientAddress).length).toBeLessThan(100)
  })

  it.each<[referrer: string | null, ofPerson: string | undefined, ofBot?: string | undefined]>([
    ['https://foyer.example/notes?page=2#end', '/notes'],
    ['http://foyer.example/', '/'],
    ['https://other.example/mail/7?q=x', 'https://other.example', 'https://other.example/mail/7'],
    ['https://ada:secret@other.example:8443/a', 'https://other.example:8443', 'https://other.example:8443/a'],
    ['https://foyer.example/reset/ada%40example.com', '/reset/[mail]'],
    ['https://foyer.example/eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', '/[token]'],
    ['javascript:alert(1)', undefined],
    ['/notes', undefined],
    ['', undefined],
    [null, undefined],
  ])('of a missing page has the referrer %s', (referrer, person, bot) => {
    const missing = { ...context, status: 404, referrer, ownOrigin: 'https://foyer.example' }
    expect(describeContext({ ...missing, userAgent: null }).referrer).toBe(person)
    expect(describeContext(missing).referrer).toBe(bot ?? person)
    expect(describeContext({ ...missing, status: 500 })).not.toHaveProperty('referrer')
  })

  it.each([
    [1_000, 201],
    [4_000, 201],
    [5_000, 0],
  ])('of a missing page has of a referrer of %i characters %i', (length, kept) => {
    const referrer = `https://foyer.example/${'x'.repeat(length)}`
    const record = describeContext({ ...context, status: 404, referrer, ownOrigin: null })
    expect(String(record.referrer ?? '')).toHaveLength(kept)
  })
})
