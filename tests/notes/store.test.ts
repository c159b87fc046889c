import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteStore } from '@/lib/browser/notes/autosave'
import { saveStatus } from '@/lib/browser/notes/note-state'
import type { NoteSaveResult } from '@/lib/browser/notes/notes'
import {
  noteText,
  createTestStore as open,
  savedAnswer,
  secondMs,
  storedNote,
  unreachableAnswer,
} from '../support/note-store'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a second after the last keystroke the whole text is sent, once', async () => {
  const { type, answer, sent, status } = open(null)
  for (const text of ['M', 'Mi', 'Milk']) await type(text, 500)
  expect(sent).toEqual([])
  expect(status()).toEqual({ status: 'saving' })
  await vi.advanceTimersByTimeAsync(500)
  await answer(savedAnswer('Milk', 1))
  expect(status()).toEqual({ status: 'saved' })
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(sent).toEqual([['Milk', null]])
})

test('who types without a pause is saved every five seconds', async () => {
  const { type, sent } = open(null)
  for (let count = 1; count <= 11; count++) await type('x'.repeat(count), 500)
  expect(sent).toHaveLength(1)
})

test('there is one request at a time, however many ask for one', async () => {
  const { store, type, answer, counts, sent } = open(storedNote('one'))
  await type('two')
  await type('three', 100)
  const all = Promise.all([store.flush(), store.flush(), store.flush()])
  await answer(savedAnswer('two', 2))
  await answer(savedAnswer('three', 3))
  expect(await all).toEqual([true, true, true])
  expect(counts.most).toBe(1)
  expect(sent).toEqual([
    ['two', 1],
    ['three', 2],
  ])
})

test('while the site cannot be reached it is asked again, ever more rarely, and at once when wanted', async () => {
  const { type, answer, sent, status, store } = open(storedNote('one'))
  await type('two')
  for (const pause of [2, 4, 8, 16, 30, 30]) {
    await answer(unreachableAnswer)
    expect(status()).toEqual({ status: 'waiting', reason: 'unreachable' })
    await vi.advanceTimersByTimeAsync((pause - 1) * secondMs)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(secondMs)
    expect(sent).toHaveLength(before + 1)
  }
  await answer(unreachableAnswer)
  const flushed = store.flush()
  await answer(savedAnswer('two', 2))
  expect(await flushed).toBe(true)
})

test('typing does not shorten the pauses of a site that is away, nor those it asks for', async () => {
  const { type, answer, sent, store, status } = open(storedNote('one'))
  await type('two')
  await answer({ status: 'refused', problem: 'too-many-changes', retryAfterSeconds: 40 })
  expect(status()).toEqual({ status: 'waiting', reason: 'too-many-changes' })
  await type('three', 20 * secondMs)
  vi.setSystemTime(Date.now() - 24 * 3600 * secondMs)
  expect(await store.flush()).toBe(false)
  expect(sent).toHaveLength(1)
  await type('four', 20 * secondMs)
  expect(sent).toHaveLength(2)
  await answer(unreachableAnswer)
  await type('five', secondMs)
  expect(sent).toHaveLength(2)
  await type('six', secondMs)
  expect(sent).toHaveLength(3)
})

test('a text without an answer is sent again before the next: its version is known to be ours', async () => {
  const { type, answer, sent, status } = open(storedNote('one'))
  await type('two')
  await answer(unreachableAnswer)
  await type('three', 2 * secondMs)
  await answer(savedAnswer('two', 2))
  await vi.advanceTimersByTimeAsync(secondMs)
  await answer(savedAnswer('three', 3))
  expect(sent).toEqual([
    ['two', 1],
    ['two', 1],
    ['three', 2],
  ])
  expect(status()).toEqual({ status: 'saved' })
})

test('what was typed on an earlier page is sent at once, on its version, and is taken for nobody else’s', async () => {
  const before = open(storedNote('one'))
  await before.type('two')
  await before.type('two, and more', 0)
  const draft = before.store.draft()
  expect(draft).toEqual({ ...noteText('two, and more'), base: 1, sent: noteText('two') })
  if (!draft) return
  for (const [known, sent] of [
    [storedNote('two', 2), ['two, and more', 2]],
    [storedNote('two, and more', 3), undefined],
    [storedNote('theirs', 2), ['two', 1]],
    [null, ['two', 1]],
  ] as const) {
    const after = open(known)
    after.store.takeUp(draft)
    await vi.advanceTimersByTimeAsync(0)
    expect(after.sent[0]).toEqual(sent)
  }
})

test.each([
  ['a new note with nothing in it', null, '  ', { status: 'saved' }],
  ['an emptied note', storedNote('one'), '', { status: 'refused', problem: 'note-empty' }],
  ['a text that is too long', null, 'x'.repeat(150_000), { status: 'refused', problem: 'note-too-long' }],
])('%s is kept, said and not sent', async (_, note, text, expected) => {
  const { type, sent, status, store } = open(note)
  await type(text, 10 * secondMs)
  expect(status()).toEqual(expected)
  expect(store.current().typed.text).toBe(text)
  expect(sent).toEqual([])
})

test('without room the text is offered again after a minute, or when somebody asks', async () => {
  const { type, answer, sent, store, status } = open(null)
  await type('one')
  await answer({ status: 'refused', problem: 'notes-full', retryAfterSeconds: null })
  expect(status()).toEqual({ status: 'refused', problem: 'notes-full' })
  await type('two', 30 * secondMs)
  expect(sent).toHaveLength(1)
  void store.flush()
  await answer(savedAnswer('two', 1))
  expect(status()).toEqual({ status: 'saved' })
})

test.each(['signed-out', 'other-user'] as const)('%s: nothing is asked again by itself', async (reason) => {
  const { type, answer, sent, status } = open(storedNote('one'))
  await type('two')
  await answer({ status: reason })
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(status()).toEqual({ status: 'stopped', reason })
  expect(sent).toHaveLength(1)
})

test('a save that breaks is tried again, and the fault is not swallowed', async () => {
  const fault = new Error('a bug')
  const save = vi
    .fn<() => Promise<NoteSaveResult>>()
    .mockRejectedValueOnce(fault)
    .mockResolvedValue(savedAnswer('two', 2))
  const store = createNoteStore({ id: storedNote('').id, stored: storedNote('one'), save })
  store.type(noteText('two'))
  await expect(store.flush()).rejects.toBe(fault)
  await vi.advanceTimersByTimeAsync(2 * secondMs)
  expect(saveStatus(store.current())).toEqual({ status: 'saved' })
})
