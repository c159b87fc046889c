import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSignOuts, type Draft, readDrafts, storeDraft } from '@/lib/browser/notes/drafts'
import { clearAfter } from '@/lib/browser/session/ending'

/** What a tab has, in memory; `fault` is thrown by whatever is asked of it. */
function openStorage(fault?: DOMException) {
  const kept = new Map<string, string>()
  const ask = <T>(answer: () => T): T => {
    if (fault) throw fault
    return answer()
  }
  return {
    getItem: (key: string) => ask(() => kept.get(key) ?? null),
    setItem: (key: string, value: string) => ask(() => kept.set(key, value)),
    removeItem: (key: string) => ask(() => kept.delete(key)),
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openStorage())
  vi.stubGlobal('localStorage', openStorage())
  // Without Web Locks a tab knows of itself alone.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('document', { documentElement: { dataset: {}, toggleAttribute: () => false } })
})
afterEach(() => vi.unstubAllGlobals())

const typed = (text: string): Draft => ({ title: '', text, base: null })

test('what was typed is found again, by note, until it is saved', () => {
  storeDraft('ada', 'one', typed('first'))
  storeDraft('ada', 'two', typed('second'))
  expect(readDrafts('ada')).toEqual({ one: typed('first'), two: typed('second') })
  storeDraft('ada', 'one', null)
  expect(readDrafts('ada')).toEqual({ two: typed('second') })
})

test('a text that is too long to be saved is kept whole', () => {
  expect(storeDraft('ada', 'one', typed('x'.repeat(15_000)))).toBe(true)
  expect(readDrafts('ada').one?.text).toHaveLength(15_000)
})

test('nobody finds what another person typed, and who is here next takes it away', () => {
  storeDraft('ada', 'one', typed('first'))
  expect(readDrafts('grace')).toEqual({})
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
  storeDraft('grace', 'two', typed('second'))
  expect(readDrafts('ada')).toEqual({})
})

test('a sign-out forgets it, also in a tab that slept meanwhile', () => {
  storeDraft('ada', 'one', typed('first'))
  clearAfter('signed-out')
  expect(readDrafts('ada')).toEqual({})
  storeDraft('ada', 'two', typed('second'))
  const ofTabThatSlept = sessionStorage.getItem('foyer-drafts') ?? ''
  expect(readDrafts('ada')).toEqual({ two: typed('second') })
  clearAfter('signed-out')
  sessionStorage.setItem('foyer-drafts', ofTabThatSlept)
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

test('what a page types while it is left after a sign-out does not come back', () => {
  const signOuts = countSignOuts()
  expect(storeDraft('ada', 'one', typed('first'), signOuts)).toBe(true)
  clearAfter('signed-out')
  expect(storeDraft('ada', 'one', typed('first, and more'), signOuts)).toBe(false)
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
})

test.each(['QuotaExceededError', 'SecurityError'])('a storage that fails (%s) stops nobody', (name) => {
  vi.stubGlobal('sessionStorage', openStorage(new DOMException('no', name)))
  vi.stubGlobal('localStorage', openStorage(new DOMException('no', name)))
  expect(storeDraft('ada', 'one', typed('first'))).toBe(false)
  expect(readDrafts('ada')).toEqual({})
  clearAfter('signed-out')
})
