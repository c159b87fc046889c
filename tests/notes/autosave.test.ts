import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteStore, saveStatus } from '@/lib/browser/notes/autosave'
import type { NoteSaveResult } from '@/lib/browser/notes/notes'
import { maxTitleLength } from '@/lib/notes/limits'
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

test('a second after the last keystroke, the text is saved once', async () => {
  const { type, answer, sent, status } = open(null)
  for (const text of ['M', 'Mi', 'Milk']) await type(text, 500)
  expect(sent).toEqual([])
  expect(status()).toEqual({ status: 'saving' })
  await vi.advanceTimersByTimeAsync(500)
  await answer(savedAnswer('Milk', 1))
  expect(status()).toEqual({ status: 'saved' })
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(sent).toEqual(['Milk on none'])
})

test('typing without a pause saves every five seconds', async () => {
  const { type, sent } = open(null)
  for (let count = 1; count <= 11; count++) await type('x'.repeat(count), 500)
  expect(sent).toHaveLength(1)
})

test('there is one request at a time, however often it is flushed', async () => {
  const { store, type, answer, sent } = open(storedNote('one'))
  await type('two')
  await type('three', 100)
  const all = Promise.all([store.flush(), store.flush(), store.flush()])
  expect(sent).toEqual(['two on 1'])
  await answer(savedAnswer('two', 2))
  expect(sent).toEqual(['two on 1', 'three on 2'])
  await answer(savedAnswer('three', 3))
  expect(await all).toEqual([true, true, true])
})

test('an unreachable server is retried with growing pauses, and immediately by a flush', async () => {
  const { type, answer, sent, status, store } = open(storedNote('one'))
  await type('two')
  for (const pause of [2, 4, 8, 16, 30, 30]) {
    await answer(unreachableAnswer)
    expect(status()).toEqual({ status: 'unreachable' })
    await vi.advanceTimersByTimeAsync((pause - 1) * secondMs)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(secondMs)
    expect(sent).toHaveLength(before + 1)
  }
  await answer(unreachableAnswer)
  const flushed = store.flush()
  await answer(savedAnswer('two', 2))
  expect(await flushed).toBe(true)
  await type('three')
  await answer(unreachableAnswer)
  const before = sent.length
  await vi.advanceTimersByTimeAsync(2 * secondMs)
  expect(sent).toHaveLength(before + 1)
})

test('neither typing nor the clock shortens a pause before a retry', async () => {
  const { type, answer, sent, store, status } = open(storedNote('one'))
  await type('two')
  const refusal = { status: 'refused', problem: 'too-many-changes', retryAfterSeconds: 40 } as const
  await answer(refusal)
  expect(status()).toEqual(refusal)
  await type('three', 20 * secondMs)
  vi.setSystemTime(Date.now() - 24 * 3600 * secondMs)
  expect(await store.flush()).toBe(false)
  expect(sent).toHaveLength(1)
  await type('four', 20 * secondMs)
  expect(sent).toHaveLength(2)
  await answer(unreachableAnswer)
  await type('five', secondMs)
  expect(sent).toHaveLength(2)
  await type('six', 3 * secondMs)
  expect(sent).toHaveLength(3)
})

test('a text whose response was lost is sent again before the next one', async () => {
  const { type, answer, sent, status } = open(storedNote('one'))
  await type('two')
  await answer(unreachableAnswer)
  await type('three', 2 * secondMs)
  await answer(savedAnswer('two', 2))
  await vi.advanceTimersByTimeAsync(secondMs)
  await answer(savedAnswer('three', 3))
  expect(sent).toEqual(['two on 1', 'two on 1', 'three on 2'])
  expect(status()).toEqual({ status: 'saved' })
})

test('a draft of an earlier page is saved immediately, based on the right version', async () => {
  const before = open(storedNote('one'))
  await before.type('two')
  await before.type('two, and more', 0)
  const draft = before.store.draft()
  expect(draft).toEqual({ ...noteText('two, and more'), base: 1, sent: noteText('two') })
  if (!draft) return
  for (const [known, sent] of [
    [storedNote('two', 2), 'two, and more on 2'],
    [storedNote('two, and more', 3), undefined],
    [storedNote('theirs', 2), 'two on 1'],
    [null, 'two on 1'],
  ] as const) {
    const after = open(known)
    after.store.restore(draft)
    await vi.advanceTimersByTimeAsync(0)
    expect(after.sent[0]).toEqual(sent)
  }
})

test.each([
  ['an empty new note', null, '  ', { status: 'saved' }],
  ['an emptied note', storedNote('one'), '', { status: 'refused', problem: 'note-empty' }],
  ['a text that is too long', null, 'x'.repeat(150_000), { status: 'refused', problem: 'note-too-long' }],
])('%s stays in the field and isn’t sent', async (_, note, text, expected) => {
  const { type, sent, status, store } = open(note)
  await type(text, 10 * secondMs)
  expect(status()).toMatchObject(expected)
  expect(store.current().typed.text).toBe(text)
  expect(sent).toEqual([])
})

test('a full account is retried with pauses, or by a flush', async () => {
  const { type, answer, sent, store, status } = open(null)
  await type('one')
  await answer({ status: 'refused', problem: 'notes-full', retryAfterSeconds: null })
  expect(status()).toMatchObject({ status: 'refused', problem: 'notes-full' })
  await type('two', secondMs)
  expect(sent).toHaveLength(1)
  void store.flush()
  await answer(savedAnswer('two', 1))
  expect(status()).toEqual({ status: 'saved' })
})

test.each(['signed-out', 'other-user'] as const)('%s: nothing is retried', async (failure) => {
  const { type, answer, sent, status } = open(storedNote('one'))
  await type('two')
  await answer({ status: failure })
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(status()).toEqual({ status: failure })
  expect(sent).toHaveLength(1)
})

test('an unexpected error is rethrown, and the save retried', async () => {
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

// What other writers do to a note that is being written.

test('what another device saves appears, unless text is unsaved here', async () => {
  const { store, type } = open(storedNote('one'))
  store.merge(storedNote('two', 2))
  expect(store.current()).toMatchObject({ typed: noteText('two'), isUpdated: true })
  store.merge(storedNote('one', 1))
  await type('mine', 0)
  store.merge(storedNote('three', 3))
  expect(store.current()).toMatchObject({ typed: noteText('mine'), base: 2 })
})

test('the second of two writers continues in one copy, even if a response is lost', async () => {
  const { store, type, answer, sent } = open(storedNote('one'))
  await type('mine')
  await answer({ status: 'changed', note: storedNote('theirs', 2) })
  const copy = store.current()
  expect(copy).toMatchObject({
    typed: { title: 'mine (conflicting copy)', text: 'mine' },
    copyOf: storedNote('').id,
  })
  expect(copy.id).not.toBe(storedNote('').id)
  await vi.advanceTimersByTimeAsync(0)
  await answer(unreachableAnswer)
  store.type({ title: copy.typed.title, text: 'mine, longer' })
  await vi.advanceTimersByTimeAsync(2 * secondMs)
  const here = { ...storedNote('mine', 1), id: copy.id, title: copy.typed.title }
  await answer({ status: 'changed', note: here })
  await vi.advanceTimersByTimeAsync(secondMs)
  await answer({ status: 'saved', note: { ...here, text: 'mine, longer', version: 2 } })
  expect(sent).toEqual(['mine on 1', 'mine on none', 'mine on none', 'mine, longer on 1'])
  expect(store.current()).toMatchObject({ id: copy.id, saved: { version: 2 }, copyOf: storedNote('').id })
})

test('two writers of the same text make no copy', async () => {
  const { type, answer, status, store } = open(storedNote('one'))
  await type('two')
  await answer({ status: 'changed', note: storedNote('two', 5) })
  expect(status()).toEqual({ status: 'saved' })
  expect(store.current()).toMatchObject({ id: storedNote('').id, base: 5, copyOf: null })
})

test('a copy’s title is shortened to fit, without half an emoji', async () => {
  const { store, answer } = open(storedNote('one'))
  store.type({ title: `${'x'.repeat(maxTitleLength - 20)}🚪${'y'.repeat(18)}`, text: 'mine' })
  await vi.advanceTimersByTimeAsync(secondMs)
  await answer({ status: 'changed', note: storedNote('theirs', 2) })
  const { title } = store.current().typed
  expect(title).toBe(`${'x'.repeat(maxTitleLength - 20)} (conflicting copy)`)
  expect(title.length).toBeLessThanOrEqual(maxTitleLength)
})

test('what is written into a note that was deleted elsewhere becomes a copy, too', async () => {
  const { type, answer, sent, store } = open(storedNote('one', 4))
  await type('two')
  await answer({ status: 'gone' })
  expect(store.current()).toMatchObject({ typed: { text: 'two' }, base: null, copyOf: storedNote('').id })
  await vi.advanceTimersByTimeAsync(2 * secondMs)
  await answer({ status: 'gone' })
  await vi.advanceTimersByTimeAsync(secondMs)
  expect(sent).toEqual(['two on 4', 'two on none'])
})
