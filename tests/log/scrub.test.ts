import { describe, expect, it } from 'vitest'
import { describeError } from '@/lib/errors/errors'
import { describeContext } from '@/lib/errors/record'
import { scrub, scrubPath } from '@/lib/log/scrub'

/** For each pattern what starts it without an end, or ends it late, over and over. */
const worst = [
  ...['eyJaaaaa-', 'eyJaaaaa.', 'eyJa.', 'a.b-c', 'a@b-c', 'a@b.c@', 'a@', '@a.', '__Host-', '__Host-a='],
  ...[
    'password=',
    'password',
    'Bearer ',
    'Bearer    ',
    ' ',
    'params: ',
    '\nparams: ',
    '\n    at ',
    '"',
    '"...',
  ],
  ...[
    '" is not valid JSON',
    'is not valid JSON"',
    'w://',
    'w://a@',
    'w:/',
    '?',
    '?a ',
    '%40',
    '%25',
    'a',
    '-',
  ],
  '\u001b[1',
]

describe('a text of the worst kind', () => {
  const smallLength = 2 * 1024
  const times = 32

  /** What grows with the square takes 32 times as long in one piece. The first milliseconds are the machine's. */
  function growsWithLength(clean: typeof scrubPath, unit: string): boolean {
    const small = unit.repeat(Math.ceil(smallLength / unit.length))
    const large = small.repeat(times)
    const inPieces = elapsed(() => {
      for (let piece = 0; piece < times; piece++) clean(small, smallLength)
    })
    return elapsed(() => void clean(large, large.length)) < 8 * Math.max(inPieces, 5)
  }

  function elapsed(work: () => void): number {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  }

  /** A busy machine makes a try slower, never quicker: one that shows it is enough. */
  it.each(worst)(
    '%j costs as much in one piece of 64 KB as in 32 of 2 KB',
    (unit) => {
      for (const clean of [scrub, scrubPath]) {
        const deadline = performance.now() + 10_000
        let isShown = false
        while (!isShown && performance.now() < deadline) isShown = growsWithLength(clean, unit)
        expect(isShown).toBe(true)
      }
    },
    120_000,
  )

  it('is cut before it is read', () => {
    expect(scrub(`${'a b '.repeat(1_000)}ada@example.org`, 100)).toBe(`${'a b '.repeat(25)}…`)
    expect(scrub('a b '.repeat(26), 100)).toBe(`${'a b '.repeat(25)}…`)
  })
})

const jwt = (length: number) =>
  `eyJ${'aB3_-'.repeat(length / 5)}.eyJ${'x9-_Z'.repeat(length / 5)}.${'s'.repeat(length)}`

/** A secret in its words, and the part that must be gone. */
const secrets: [what: string, words: string, secret: string][] = [
  ['a token of 8 KB', jwt(2_700), 'x9-_Z'],
  ['a token with a long head', jwt(6_000), 'aB3_-'],
  ['half a token', 'eyJhbGciOiJSUzI1NiJ9', 'hbGci'],
  ['a token behind an encoded sign', 'token%3DeyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.sig', 'zdWIi'],
  ['a mail address', 'ada.lovelace+notes@mail.example.org', 'lovelace'],
  ['a very long mail address', `${'lovelace'.repeat(8)}@${'x'.repeat(63)}.example.org`, 'lovelace'],
  ['a chain of addresses', 'a@ada.lovelace@example.org', 'lovelace@'],
  ['a cookie', '__session=hunter2hunter2', 'hunter2'],
  ['a cookie with a prefix', '__Host-session=hunter2', 'hunter2'],
  ['a cookie of a very long name', `__Host-${'n-'.repeat(500)}=hunter2`, 'hunter2'],
  ['a password in an address', 'postgres://foyer:hunter2@db:5432/foyer', 'hunter2'],
  ['a very long password in an address', `postgres://foyer:${'hunter2'.repeat(900)}@db`, 'hunter2'],
  ['a header', `Authorization: Bearer ${'hunter2.'.repeat(1_000)}`, 'hunter2'],
  ['a header with a password', 'Authorization: Basic aHVudGVyMjpodW50ZXIy', 'aHVudGVy'],
  ['a query', `/auth/action?oobCode=${'hunter2'.repeat(900)}`, 'hunter2'],
  ['a text that is no JSON', 'Unexpected token, "my diary" is not valid JSON', 'my diary'],
  ['a text with marks that is no JSON', 'at 1, ..."my "diary" x"... is not valid JSON', 'diary'],
  ['one after another', '"a" is no "my diary" is not valid JSON "my diary" is not valid JSON', 'diary'],
  ['values of a query', `Failed query\nparams: ${'my diary '.repeat(900)}`, 'my diary'],
]

describe('a secret', () => {
  it.each(secrets)('is removed at any position: %s', (_, words, secret) => {
    expect(words).toContain(secret)
    for (const around of ['*', 'at * end', '"*"', '(*)', 'früh\u2028*\n'])
      expect(
        scrub(
          around.replace('*', () => words),
          100_000,
        ),
      ).not.toContain(secret)
  })

  it.each(secrets)('is not left in part where the text is truncated: %s', (_, words, secret) => {
    const maxLength = 200
    const begin = 'Bearer aaaaaaaaaaaaaaaaaaaaaaaa '
    // Much of the text before it is removed, so that what follows moves into the limit.
    for (let position = maxLength * 4 - 80; position <= maxLength * 4; position++) {
      const before = `Bearer ${'a'.repeat(position - begin.length)} at `
      const clean = scrub(`${before}${words} and more`, maxLength)
      expect(clean).not.toContain(secret.slice(0, 6))
    }
  })

  it('is replaced, and the rest stays', () => {
    const stack = 'TypeError: x is not a function\n    at draw (/srv/app/.next/server/chunks/1a2b.js:12:34)'
    const query = 'Failed query: insert into notes values ($1)\nparams: '
    for (const [text, clean] of [
      [stack, stack],
      ['no user ada@example.org here', 'no user [mail] here'],
      ['postgres://foyer:hunter2@db:5432/foyer', 'postgres://[…]@db:5432/foyer'],
      [query + 'my diary, '.repeat(2_000), `${query}[…]…`],
    ] as const)
      expect(scrub(text)).toBe(clean)
  })

  it('does not change when it is scrubbed again, as a browser’s report is', () => {
    const once = scrub(secrets.map(([, words]) => words).join(' '), 4_000)
    expect(scrub(once, 4_000)).toBe(once)
  })

  it('is no part of an error’s name or digest', () => {
    const error = Object.assign(new Error('x'), {
      name: `ada@example.org ${'x'.repeat(999)}`,
      digest: jwt(50),
    })
    const { name, digest } = describeError(error)
    expect(name.length).toBeLessThan(200)
    expect(`${name} ${digest}`).not.toMatch(/ada|eyJ/)
  })
})

const paths: [path: string, logged: string][] = [
  ['/app/account', '/app/account'],
  ['/share/3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10', '/share/3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10'],
  ['/blog/fr%C3%BCh%20am%20Tag', '/blog/fr%C3%BCh%20am%20Tag'],
  ['/wp-login.php', '/wp-login.php'],
  ['/100%', '/100%'],
  ['/eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0./mail@example.com', '/[token]/[mail]'],
  ['/reset/ada%40example.com/x', '/reset/[mail]/x'],
  ['/reset/ada%2540example%252ecom', '/reset/[mail]'],
  ['/%65yJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', '/[token]'],
  ['/%ff/ada%40example.com', '/%ff/[mail]'],
  ['/x%3Fmail=ada', '/x?[…]'],
  ['/login;password%3Dhunter2', '/login;password=[…]'],
  [`/${'%25'.repeat(1)}${'25'.repeat(20)}40`, '/[…]'],
]

describe('a path', () => {
  it.each(paths)('%s is logged as %s', (path, logged) => {
    expect(scrubPath(path, 500)).toBe(logged)
    const request = { requestId: 'x', status: 404, method: 'GET', userAgent: null, hasPage: false } as const
    expect(describeContext({ ...request, path, place: 'browser' }).path).toBe(logged)
  })
})
