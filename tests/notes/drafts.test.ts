import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteStore, type Draft } from '@/lib/browser/notes/autosave'
import {
  countSignOuts,
  hasDrafts,
  readDrafts,
  saveDrafts,
  setOpenNote,
  storeDraft,
  waitToLeave,
} from '@/lib/browser/notes/drafts'
import { clearAfter } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import { newNoteId } from '@/lib/notes/note'
import { noteText, savedAnswer, storedNote } from '../support/note-store'
import { createStorage, stubTab } from '../support/tab-storage'

const id = newNoteId()
const config = {} as PublicConfig
const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...noteText(text), base: null, ...more })

/** Answers saves in turn, with a network error where there is no answer. Returns what was sent where. */
function answerSaves(...answers: [status: number, body: object][]): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const { text, base } = JSON.parse(body)
    const place = url.endsWith(id) ? '' : ' as another note'
    sent.push(`${text} on ${base ?? 'none'}${place}`)
    const answer = answers[sent.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  return sent
}

beforeEach(stubTab)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each<[what: string, before: Draft, answers: [number, object][], requests: string[]]>([
  ['that the site has', draft('one'), [[200, storedNote('one')]], ['one on none']],
  ['that the site doesn’t have', draft('two', { base: 1 }), [[200, storedNote('two', 2)]], ['two on 1']],
  [
    'of which an earlier text was sent',
    draft('three', { base: 1, sent: noteText('two') }),
    [
      [200, storedNote('two', 2)],
      [200, storedNote('three', 3)],
    ],
    ['two on 1', 'three on 2'],
  ],
  [
    'that another device has overtaken, as a note of its own',
    draft('mine', { base: 1 }),
    [
      [409, { code: 'note-changed', note: storedNote('theirs', 2) }],
      [200, { ...storedNote('mine'), title: 'mine (conflicting copy)' }],
    ],
    ['mine on 1', 'mine on none as another note'],
  ],
  [
    'of a note that was deleted elsewhere, as a note of its own',
    draft('mine', { base: 1 }),
    [
      [404, { code: 'no-such-note' }],
      [200, { ...storedNote('mine'), title: 'mine (conflicting copy)' }],
    ],
    ['mine on 1', 'mine on none as another note'],
  ],
])('a draft %s is saved and no draft any more', async (_, before, answers, requests) => {
  storeDraft('ada', id, before)
  const sent = answerSaves(...answers)
  expect(await saveDrafts(config)).toBe(true)
  expect(sent).toEqual(requests)
  expect(await hasDrafts()).toBe(false)
})

test.each<[what: string, before: Draft, answers: [number, object][], isSaved: boolean]>([
  ['the site can’t be reached', draft('one'), [], false],
  ['the database is away', draft('one'), [[503, { code: 'database-unavailable' }]], false],
  ['a proxy answers that there is no server', draft('one'), [[502, {}]], false],
  ['the account is full', draft('one'), [[409, { code: 'notes-full' }]], false],
  ['a proxy answers that there is no such page', draft('two', { base: 1 }), [[404, {}]], false],
  ['it is too long', draft('x'.repeat(150_000)), [], true],
])('a draft stays as it is if %s', async (_, before, answers, isSaved) => {
  storeDraft('ada', id, before)
  answerSaves(...answers)
  expect(await saveDrafts(config)).toBe(isSaved)
  expect(readDrafts('ada')).toEqual({ [id]: before })
})

test('a copy that can’t be saved yet takes the place of its draft', async () => {
  storeDraft('ada', id, draft('mine', { base: 1 }))
  answerSaves([409, { code: 'note-changed', note: storedNote('theirs', 2) }])
  expect(await saveDrafts(config)).toBe(false)
  const [[copyId, copy] = [], ...more] = Object.entries(readDrafts('ada'))
  expect([copyId === id, copy?.text, copy?.base, more]).toEqual([false, 'mine', null, []])
})

test('drafts are sent once, however often they are to be saved', async () => {
  storeDraft('ada', id, draft('one'))
  const sent = answerSaves([200, storedNote('one')])
  expect(await Promise.all([saveDrafts(config), saveDrafts(config)])).toEqual([true, true])
  expect(sent).toEqual(['one on none'])
})

test('an open note saves its own draft', async () => {
  const sent = answerSaves()
  const store = createNoteStore({ id, stored: null, save: async () => savedAnswer('one', 1) })
  store.type(noteText('one'))
  storeDraft('ada', id, store.draft())
  const close = setOpenNote(store)
  expect(await saveDrafts(config)).toBe(true)
  expect([store.draft(), sent]).toEqual([null, []])
  close()
})

test('a page waits for a save no longer than two seconds before it is left', async () => {
  vi.useFakeTimers()
  let hasLeft = false
  void waitToLeave(new Promise(() => undefined)).then(() => {
    hasLeft = true
  })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(hasLeft).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(hasLeft).toBe(true)
})

test('drafts are stored by note until they are saved', () => {
  storeDraft('ada', 'one', draft('first'))
  storeDraft('ada', 'two', draft('second'))
  expect(readDrafts('ada')).toEqual({ one: draft('first'), two: draft('second') })
  storeDraft('ada', 'one', null)
  expect(readDrafts('ada')).toEqual({ two: draft('second') })
})

test('another user’s drafts are never shown, and deleted', () => {
  storeDraft('ada', 'one', draft('first'))
  expect(readDrafts('grace')).toEqual({})
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
  storeDraft('grace', 'two', draft('second'))
  expect(readDrafts('ada')).toEqual({})
})

test('a sign-out deletes them, also in a tab that was asleep', () => {
  storeDraft('ada', 'one', draft('first'))
  clearAfter('signed-out')
  expect(readDrafts('ada')).toEqual({})
  storeDraft('ada', 'two', draft('second'))
  const ofSleepingTab = sessionStorage.getItem('foyer-drafts') ?? ''
  clearAfter('signed-out')
  sessionStorage.setItem('foyer-drafts', ofSleepingTab)
  expect(readDrafts('ada')).toEqual({})
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
})

test.each(['no json', '[]', '{"userId":"ada"}', 'null'])('a stored %s is no draft', (stored) => {
  sessionStorage.setItem('foyer-drafts', stored)
  expect(readDrafts('ada')).toEqual({})
})

test('what is typed while a page is left after a sign-out is not stored', () => {
  const signOuts = countSignOuts()
  expect(storeDraft('ada', 'one', draft('first'), signOuts)).toBe(true)
  clearAfter('signed-out')
  expect(storeDraft('ada', 'one', draft('first, and more'), signOuts)).toBe(false)
  expect(sessionStorage.getItem('foyer-drafts')).toBeNull()
})

test.each(['QuotaExceededError', 'SecurityError'])('a storage that fails (%s) throws nothing', (name) => {
  for (const storage of ['sessionStorage', 'localStorage'])
    vi.stubGlobal(storage, createStorage(new DOMException('no', name)))
  expect(storeDraft('ada', 'one', draft('first'))).toBe(false)
  expect(readDrafts('ada')).toEqual({})
  clearAfter('signed-out')
})
