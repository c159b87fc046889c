import { expect, test } from 'vitest'
import { describeMailLink, mailboxOf, mailLinkDestination, mailModes, parseMailLink } from '@/lib/email-link'

const origin = 'https://foyer.example'

test('each mode of a link is parsed, and has its own title', () => {
  for (const mode of mailModes)
    expect(parseMailLink({ mode, oobCode: 'Ab_9-x', apiKey: 'any', lang: 'en', proof: 'nonce' })).toEqual({
      ...{ mode, code: 'Ab_9-x', nonce: 'nonce' },
    })
  expect(new Set([null, ...mailModes].map((mode) => describeMailLink(mode))).size).toBe(mailModes.length + 1)
})

const withNonce = (nonce: string) => `${origin}/auth/action?next=%2Fterms&proof=${encodeURIComponent(nonce)}`

test.each([
  [withNonce('eyJh.Ab_9-x'), 'eyJh.Ab_9-x'],
  [withNonce('a'.repeat(2000)), 'a'.repeat(2000)],
  [withNonce('a'.repeat(2001)), null],
  [withNonce(''), null],
  [withNonce('a b'), null],
  [withNonce('a\n'), null],
  [withNonce('a"><script>'), null],
  [`${origin}/auth/action?next=%2Fterms`, null],
  ['/auth/action?proof=abc', null],
  [[withNonce('abc'), withNonce('abc')], null],
  [undefined, null],
])('the nonce of a link that continues at %s is %s', (continueUrl, nonce) => {
  expect(parseMailLink({ mode: 'verifyEmail', oobCode: 'abc', continueUrl })?.nonce).toBe(nonce)
})

test('a nonce is also read where Google’s own page continues with it, and from no other part of a link', () => {
  expect(parseMailLink({ mode: 'signIn', oobCode: 'abc', proof: 'nonce' })?.nonce).toBe('nonce')
  expect(parseMailLink({ mode: 'verifyEmail', oobCode: 'abc', nonce: 'abc' })?.nonce).toBeNull()
})

const unreadable = [
  {},
  { mode: 'resetPassword' },
  { oobCode: 'abc' },
  { mode: 'resetPassword', oobCode: '' },
  { mode: 'resetPassword', oobCode: ['a', 'b'] },
  { mode: ['resetPassword', 'signIn'], oobCode: 'abc' },
  { mode: 'ResetPassword', oobCode: 'abc' },
  { mode: '__proto__', oobCode: 'abc' },
  { mode: 'sendMoney', oobCode: 'abc' },
  { mode: 'signIn', oobCode: '' },
  { mode: 'resetPassword', oobCode: 'a b' },
  { mode: 'resetPassword', oobCode: 'é' },
  { mode: 'resetPassword', oobCode: 'a\n' },
  { mode: 'resetPassword', oobCode: 'a'.repeat(2001) },
]

test.each(unreadable)('%j is not a link', (query) => {
  expect(parseMailLink(query)).toBeNull()
})

const destinations: [what: string, query: Record<string, string>, path: string][] = [
  ['nothing', {}, '/app'],
  ['our own next', { next: '/debug-config' }, '/debug-config'],
  ['next of another origin', { next: '//evil.example' }, '/app'],
  ['next before continueUrl', { next: '/terms', continueUrl: `${origin}/privacy` }, '/terms'],
  ['a page of ours', { continueUrl: `${origin}/terms?a=b#c` }, '/terms?a=b#c'],
  ['the form with a page', { continueUrl: `${origin}/login?next=%2Fterms` }, '/terms'],
  ['this page with a page', { continueUrl: `${origin}/auth/action?next=%2Fterms` }, '/terms'],
  ['this page with a nonce', { continueUrl: withNonce('abc') }, '/terms'],
  ['this page with only a nonce', { continueUrl: `${origin}/auth/action?proof=abc` }, '/app'],
  ['the form alone', { continueUrl: `${origin}/login` }, '/app'],
  ['the form with another origin', { continueUrl: `${origin}/login?next=//evil.example` }, '/app'],
  ['another origin', { continueUrl: 'https://evil.example/terms' }, '/app'],
  ['another port', { continueUrl: `${origin}:8443/terms` }, '/app'],
  ['another scheme', { continueUrl: 'http://foyer.example/terms' }, '/app'],
  ['javascript:', { continueUrl: 'javascript:alert(1)' }, '/app'],
  ['a relative URL', { continueUrl: '/terms' }, '/app'],
]

test.each(destinations)('%s: %j leads to %s', (_what, query, path) => {
  expect(mailLinkDestination(query, origin)).toBe(path)
})

test('if our own origin is unknown, no URL matches it', () => {
  expect(mailLinkDestination({ continueUrl: 'null' }, null)).toBe('/app')
  expect(mailLinkDestination({ continueUrl: `${origin}/terms` }, null)).toBe('/app')
})

test.each([
  ['a@gmail.com', 'Gmail'],
  ['a@GoogleMail.com', 'Gmail'],
  ['a@outlook.com', 'Outlook'],
  ['a@hotmail.co.uk', 'Outlook'],
  ['a@live.de', 'Outlook'],
  ['a@msn.com', 'Outlook'],
  ['a@example.com', undefined],
  ['a@gmail.com.example', undefined],
  ['a@mygmail.com', undefined],
  ['a@outlook.evil.example', undefined],
  ['nobody', undefined],
])('the webmail of %s is %s', (email, name) => {
  expect(mailboxOf(email)?.name).toBe(name)
})
