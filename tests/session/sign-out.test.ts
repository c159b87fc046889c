/** What a sign-out does to the page that asks for it, and what each ending clears. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAfter, endSession, isPageLeaving } from '@/lib/browser/session/ending'
import { sessionState } from '@/lib/browser/session/session'
import { personal } from '@/lib/browser/site-data'
import { parseSiteConfig } from '@/lib/config/config'
import { stubTab } from '../support/tab-storage'

const config = parseSiteConfig({}).config.public

beforeEach(stubTab)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['says that it could not', async () => false],
  ['fails', () => Promise.reject(new Error('no answer'))],
])('a page whose sign-out %s follows its session again', async (_, endBefore) => {
  const asked = endSession(config, 'signed-out', endBefore).catch(() => false)
  expect(isPageLeaving()).toBe(true)
  expect(await asked).toBe(false)
  expect(isPageLeaving()).toBe(false)
})

const data = Object.values(personal)
const hint = 'foyer-signed-in'
const lastUsed = 'foyer-last-used'

test.each([
  ['signed-out', [lastUsed]],
  ['deleted', []],
  ['ended', [...data, lastUsed]],
] as const)('after an end that is %s the browser keeps %j', (ending, kept) => {
  // As the account menu of every page does.
  sessionState.subscribe(() => undefined)
  for (const key of [...data, lastUsed, hint])
    for (const storage of [localStorage, sessionStorage]) storage.setItem(key, 'something')
  clearAfter(ending)
  const isKept = (key: string) => (localStorage.getItem(key) ?? null) !== null
  expect([...data, lastUsed, hint].filter(isKept)).toEqual(kept)
  const isInTab = (key: string) => sessionStorage.getItem(key) !== null
  expect(data.filter(isInTab)).toEqual(ending === 'ended' ? data : [])
  expect(sessionState.current()).toEqual({ signedIn: false })
})
