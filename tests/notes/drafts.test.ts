import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSignOuts, type Draft, readDrafts, storeDraft } from '@/lib/browser/notes/drafts'
import { clearAfter } from '@/lib/browser/session/ending'
import { createStorage, stubTab } from '../support/tab-storage'

beforeEach(stubTab)
afterEach(() => vi.unstubAllGlobals())

const typed = (text: string): Draft => ({ title: '', text, base: null })

test('drafts are stored by note until they are saved', () => {
  storeDraft('ada', 'one', typed('first'))
  storeDraft('ada', 'two', typed('second'))
  expect(readDrafts('ada')).toEqual({ one: typed('first'), two: typed('second') })
  storeDraft('ada', 'one', null)
  expect(readDrafts('ada')).toEqual({ two: typed('second') })
})

test('another user’s drafts are never shown, and deleted', () => {
  storeDraft('ada', 'one', typed('first'))
  expect(readDrafts('grace')).toEqual({})
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
  storeDraft('grace', 'two', typed('second'))
  expect(readDrafts('ada')).toEqual({})
})

test('a sign-out deletes them, also in a tab that was asleep', () => {
  storeDraft('ada', 'one', typed('first'))
  clearAfter('signed-out')
  expect(readDrafts('ada')).toEqual({})
  storeDraft('ada', 'two', typed('second'))
  const ofSleepingTab = sessionStorage.getItem('foyer-drafts') ?? ''
  clearAfter('signed-out')
  sessionStorage.setItem('foyer-drafts', ofSleepingTab)
  expect(readDrafts('ada')).toEqual({})
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
})

test.each([
  'no json',
  '[]',
  '{"userId":"ada"}',
  '{"userId":"ada","texts":{"one":{"title":"","text":"typed"}},"signOuts":0}',
  'null',
])('a stored %s is no draft', (stored) => {
  sessionStorage.setItem('foyer-drafts', stored)
  expect(readDrafts('ada')).toEqual({})
})

test('what is typed while a page is left after a sign-out is not stored', () => {
  const signOuts = countSignOuts()
  expect(storeDraft('ada', 'one', typed('first'), signOuts)).toBe(true)
  clearAfter('signed-out')
  expect(storeDraft('ada', 'one', typed('first, and more'), signOuts)).toBe(false)
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
})

test.each(['QuotaExceededError', 'SecurityError'])('a storage that fails (%s) throws nothing', (name) => {
  for (const storage of ['sessionStorage', 'localStorage'])
    vi.stubGlobal(storage, createStorage(new DOMException('no', name)))
  expect(storeDraft('ada', 'one', typed('first'))).toBe(false)
  expect(readDrafts('ada')).toEqual({})
  clearAfter('signed-out')
})
