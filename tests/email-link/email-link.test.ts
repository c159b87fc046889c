import { expect, test } from 'vitest'
import {
  describeMailLink,
  isExpiredOrUsed,
  mailLinkDestination,
  mailModes,
  parseMailLink,
} from '@/lib/email-link'
import type { ForeignCode } from '@/lib/identity/error-words'

const origin = 'https://foyer.example'

test.each(mailModes)('a %s link is read, and has a title of its own', (mode) => {
  const link = parseMailLink({ mode, oobCode: 'Ab_9-x', apiKey: 'any', lang: 'en' })
  expect(link).toEqual({ mode, code: 'Ab_9-x' })
  expect(describeMailLink(link?.mode ?? null)).not.toBe(describeMailLink(null))
})

test('no two kinds of links have the same title', () => {
  const titles = mailModes.map((mode) => describeMailLink(mode))
  expect(new Set(titles).size).toBe(mailModes.length)
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

test.each(unreadable)('%j is no link', (query) => {
  expect(parseMailLink(query)).toBeNull()
})

const destinations: [what: string, query: Record<string, string>, path: string][] = [
  ['nothing said', {}, '/app'],
  ['our own next', { next: '/debug-config' }, '/debug-config'],
  ['next of another origin', { next: '//evil.example' }, '/app'],
  ['next before what the provider was told', { next: '/terms', continueUrl: `${origin}/privacy` }, '/terms'],
  ['a page of ours', { continueUrl: `${origin}/terms?a=b#c` }, '/terms?a=b#c'],
  ['the form, on the way to a page', { continueUrl: `${origin}/login?next=%2Fterms` }, '/terms'],
  ['this page, on the way to a page', { continueUrl: `${origin}/auth/action?next=%2Fterms` }, '/terms'],
  ['the form alone', { continueUrl: `${origin}/login` }, '/app'],
  ['the form, on the way elsewhere', { continueUrl: `${origin}/login?next=//evil.example` }, '/app'],
  ['another origin', { continueUrl: 'https://evil.example/terms' }, '/app'],
  ['another port', { continueUrl: `${origin}:8443/terms` }, '/app'],
  ['another scheme', { continueUrl: 'http://foyer.example/terms' }, '/app'],
  ['javascript:', { continueUrl: 'javascript:alert(1)' }, '/app'],
  ['no address', { continueUrl: '/terms' }, '/app'],
]

test.each(destinations)('%s: %j leads to %s', (_what, query, path) => {
  expect(mailLinkDestination(query, origin)).toBe(path)
})

test('where the own origin is not known, nothing is taken for it', () => {
  expect(mailLinkDestination({ continueUrl: 'null' }, null)).toBe('/app')
  expect(mailLinkDestination({ continueUrl: `${origin}/terms` }, null)).toBe('/app')
})

test('used and expired links are of no more use, faults on the way change nothing', () => {
  expect(isExpiredOrUsed('invalid-action-code')).toBe(true)
  expect(isExpiredOrUsed('expired-action-code')).toBe(true)
  expect(isExpiredOrUsed('network-request-failed')).toBe(false)
  expect(isExpiredOrUsed('user-disabled')).toBe(false)
  expect(isExpiredOrUsed('tomorrow' as ForeignCode)).toBe(false)
})
