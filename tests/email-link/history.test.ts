/** What a link's page keeps where only its history entry has it. */
import { afterEach, expect, test, vi } from 'vitest'
import { hideMailLink, mailLinkFromHistory } from '@/components/email-link/email-link'
import { routes } from '@/lib/site/routes'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a nonce is in the history entry, where a reload finds it, and never in the URL', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const replaceState = vi.fn((state: unknown) => vi.stubGlobal('history', { state }))
  vi.stubGlobal('history', { state: null, replaceState })
  const opened = { mode: 'signIn', code: 'the-code', nonce: 'the-nonce' } as const
  hideMailLink(opened, routes.account)
  vi.runAllTimers()
  expect(replaceState.mock.calls).toEqual([
    [{ mailLink: opened }, '', '/auth/action?mode=signIn&next=%2Fapp%2Faccount'],
  ])
  expect(mailLinkFromHistory()).toEqual(opened)
  vi.stubGlobal('history', { state: { mailLink: { mode: 'signIn', code: 'abc', nonce: '<made up>' } } })
  expect(mailLinkFromHistory()).toEqual({ mode: 'signIn', code: 'abc', nonce: null })
})
