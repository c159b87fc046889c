import { describe, expect, it } from 'vitest'
import { describeError, newReference, parseReference, referenceOf } from '@/lib/errors/errors'
import { describeContext, describeErrorRecord } from '@/lib/errors/record'
import { scrub } from '@/lib/log/scrub'

describe('a text of the log', () => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'
  const cases: [what: string, text: string, secret: string][] = [
    ['a mail address', 'no user ada.l+x@mail.example.org here', 'ada.l+x@mail.example.org'],
    ['a token', `bad token ${jwt}!`, jwt],
    ['an unsigned token', 'bad token eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0. end', 'eyJzdWIiOiJ4In0'],
    ['a header', 'authorization: Bearer abc.def-123', 'abc.def-123'],
    ['a cookie', 'cookie: __session=abc123; other=1', 'abc123'],
    ['a password in an address', 'cannot reach postgres://foyer:hunter2@db:5432/foyer', 'hunter2'],
    ['a query', 'GET https://example.com/auth/action?oobCode=SECRET&mode=x failed', 'SECRET'],
    [
      'the values of a query',
      'Failed query: insert into notes values ($1)\nparams: my diary,2\n    at x',
      'my diary',
    ],
    ['the values of a query that ends with them', 'Failed query: select $1\nparams: my diary', 'my diary'],
    ['a body that is no JSON', 'Unexpected token \'m\', "my diary" is not valid JSON', 'my diary'],
    ['a long body that is no JSON', 'Unexpected token \'m\', "my diary "... is not valid JSON', 'my diary'],
  ]
  it.each(cases)('is without %s', (_, text, secret) => {
    expect(text).toContain(secret)
    expect(scrub(text)).not.toContain(secret)
  })

  it('keeps the rest', () => {
    const text = 'TypeError: x is not a function\n    at draw (/srv/app/.next/server/chunks/1a2b.js:12:34)'
    expect(scrub(text)).toBe(text)
    expect(scrub('no user ada@example.org here')).toBe('no user [mail] here')
    expect(scrub('cannot reach postgres://foyer:hunter2@db:5432/foyer')).toBe(
      'cannot reach postgres://[…]@db:5432/foyer',
    )
  })

  it('ends at its limit', () => {
    expect(scrub('x'.repeat(5_000), 100)).toBe(`${'x'.repeat(100)}…`)
  })
})

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
    const error: Error & { cause?: unknown } = new Error('round')
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
  it('is the beginning of the request’s id', () => {
    const id = crypto.randomUUID()
    expect(id.startsWith(referenceOf(id))).toBe(true)
    expect(parseReference(referenceOf(id))).toBe(referenceOf(id))
  })

  it('of its own has the same form, and is new each time', () => {
    const references = new Set(Array.from({ length: 1_000 }, newReference))
    expect(references.size).toBe(1_000)
    for (const reference of references) expect(parseReference(reference)).toBe(reference)
  })

  it.each(['', 'abc', '4f9c21ab-7e1', '4f9c21ab-7e10-', '4F9C21AB-7E10', '<script>', 7, null])(
    'is never %j',
    (value) => expect(parseReference(value)).toBeNull(),
  )
})

describe('the record of an error', () => {
  const circumstances = {
    requestId: '4f9c21ab-7e10-4c2b-9a55-0123456789ab',
    status: 500,
    method: 'GET',
    path: '/share/3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10?next=/secret',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    place: 'render',
    hasPage: true,
  } as const

  it('says who asked for what, and what came of it', () => {
    const record = describeErrorRecord(circumstances, describeError(new TypeError('x')))
    expect(record).toMatchObject({
      reference: '4f9c21ab-7e10',
      route: '/share/{uuid}',
      path: '/share/3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10',
      bot: 'Googlebot',
      botKind: 'crawler',
      rendered: false,
      name: 'TypeError',
    })
    expect(JSON.stringify(record)).not.toContain('/secret')
  })

  it('of a person says that the page was shown', () => {
    const client = { userAgent: null, clientAddress: '192.0.2.1' }
    const record = describeErrorRecord({ ...circumstances, ...client }, describeError(new Error('x')))
    expect(record).toMatchObject({ bot: false, rendered: true })
    expect(record).not.toHaveProperty('botKind')
    expect(record).not.toHaveProperty('clientAddress')
  })

  it('of a bot has the address it came from, cut short if that is none', () => {
    const of = (clientAddress: string) => describeContext({ ...circumstances, clientAddress })
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
  ])('of a missing page says where its link is: %s', (referrer, person, bot) => {
    const missing = { ...circumstances, status: 404, referrer, ownOrigin: 'https://foyer.example' }
    expect(describeContext({ ...missing, userAgent: null }).referrer).toBe(person)
    expect(describeContext(missing).referrer).toBe(bot ?? person)
    expect(describeContext({ ...missing, status: 500 })).not.toHaveProperty('referrer')
  })

  it.each([
    [1_000, 201],
    [4_000, 201],
    [5_000, 0],
  ])('of a missing page has of a link of %i characters %i', (length, kept) => {
    const referrer = `https://foyer.example/${'x'.repeat(length)}`
    const record = describeContext({ ...circumstances, status: 404, referrer, ownOrigin: null })
    expect(String(record.referrer ?? '')).toHaveLength(kept)
  })
})
