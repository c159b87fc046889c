/** What other writers do to a note that is being written. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('what another device saves appears, unless text is unsaved here', async () => {
  const { store, type } = open(storedNote('one'))
  store.merge(storedNote('two', 2))
  expect(store.current()).toMatchObject({ typed: noteText('two'), notice: { kind: 'updated' } })
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
    notice: { kind: 'copied', original: storedNote('theirs', 2) },
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
  expect(store.current()).toMatchObject({ id: copy.id, saved: { version: 2 }, notice: { kind: 'copied' } })
})

test('two writers of the same text make no copy', async () => {
  const { type, answer, status, store } = open(storedNote('one'))
  await type('two')
  await answer({ status: 'changed', note: storedNote('two', 5) })
  expect(status()).toEqual({ status: 'saved' })
  expect(store.current()).toMatchObject({ id: storedNote('').id, base: 5, notice: null })
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

test('editing a note that was deleted elsewhere restores it', async () => {
  const { type, answer, sent, store } = open(storedNote('one', 4))
  await type('two')
  await answer({ status: 'gone' })
  await vi.advanceTimersByTimeAsync(0)
  await answer(savedAnswer('two', 1))
  expect(sent).toEqual(['two on 4', 'two on none'])
  const { id } = storedNote('')
  expect(store.current()).toMatchObject({ id, notice: { kind: 'returned' }, saved: { version: 1 } })
})
