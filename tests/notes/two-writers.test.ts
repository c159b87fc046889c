/** What other writers do to a note that is being written. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestTitle } from '@/lib/notes/limits'
import { accepted, lost, openWriting as open, second, stored, written } from '../support/answering-site'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what another device has saved appears, unless something is unsaved here', async () => {
  const { store, type } = open(stored('one'))
  store.adopt(stored('two', 2))
  expect(store.current()).toMatchObject({ typed: written('two'), news: { kind: 'updated' } })
  store.adopt(stored('one', 1))
  await type('mine', 0)
  store.adopt(stored('three', 3))
  expect(store.current()).toMatchObject({ typed: written('mine'), base: 2 })
})

test('of two writers the later text becomes one copy, which is written on; a lost answer makes no second', async () => {
  const { store, type, answer, sent } = open(stored('one'))
  await type('mine')
  await answer({ status: 'changed', note: stored('theirs', 2) })
  const copy = store.current()
  expect(copy).toMatchObject({
    typed: { title: 'mine (conflicting copy)', text: 'mine' },
    news: { kind: 'copied', original: stored('theirs', 2) },
  })
  expect(copy.id).not.toBe(stored('').id)
  await vi.advanceTimersByTimeAsync(0)
  await answer(lost)
  store.type({ title: copy.typed.title, text: 'mine, longer' })
  await vi.advanceTimersByTimeAsync(2 * second)
  const here = { ...stored('mine', 1), id: copy.id, title: copy.typed.title }
  await answer({ status: 'changed', note: here })
  await vi.advanceTimersByTimeAsync(second)
  await answer({ status: 'saved', note: { ...here, text: 'mine, longer', version: 2 } })
  expect(sent.map(([text, base]) => [text, base])).toEqual([
    ['mine', 1],
    ['mine', null],
    ['mine', null],
    ['mine, longer', 1],
  ])
  expect(store.current()).toMatchObject({ id: copy.id, saved: { version: 2 }, news: { kind: 'copied' } })
})

test('both wrote the same: no copy', async () => {
  const { type, answer, status, store } = open(stored('one'))
  await type('two')
  await answer({ status: 'changed', note: stored('two', 5) })
  expect(status()).toEqual({ status: 'saved' })
  expect(store.current()).toMatchObject({ id: stored('').id, base: 5, news: null })
})

test('a title has room for the mark of a copy', async () => {
  const { store, answer } = open(stored('one'))
  store.type({ title: `${'x'.repeat(longestTitle - 20)}🚪${'y'.repeat(18)}`, text: 'mine' })
  await vi.advanceTimersByTimeAsync(second)
  await answer({ status: 'changed', note: stored('theirs', 2) })
  const { title } = store.current().typed
  expect(title).toBe(`${'x'.repeat(longestTitle - 20)} (conflicting copy)`)
  expect(title.length).toBeLessThanOrEqual(longestTitle)
})

test('a note deleted elsewhere comes back with what is written here', async () => {
  const { type, answer, sent, store } = open(stored('one', 4))
  await type('two')
  await answer({ status: 'gone' })
  await vi.advanceTimersByTimeAsync(0)
  await answer(accepted('two', 1))
  expect(sent).toEqual([
    ['two', 4],
    ['two', null],
  ])
  expect(store.current()).toMatchObject({
    id: stored('').id,
    news: { kind: 'returned' },
    saved: { version: 1 },
  })
})
