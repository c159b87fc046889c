/** What comes in between while a note is saved: other writers, lost answers, and sites that are away. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutosave } from '@/lib/browser/notes/autosave'
import type { NoteSave } from '@/lib/browser/notes/notes'
import { accepted, at, lost, openWriting as open, second, stored, written } from '../support/answering-site'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('there is one request at a time, however many ask for one', async () => {
  const { autosave, type, answer, counts, sent } = open(stored('one'))
  await type('two')
  await type('three', 100)
  const all = Promise.all([autosave.flush(), autosave.flush(), autosave.flush()])
  await answer(accepted('two', 2))
  await answer(accepted('three', 3))
  await all
  expect(counts.most).toBe(1)
  expect(sent).toEqual([
    ['two', 1],
    ['three', 2],
  ])
})

test('typing does not shorten the pauses of a site that is away, nor those it asks for', async () => {
  const { type, answer, sent, autosave } = open(stored('one'))
  await type('two')
  await answer({ status: 'refused', problem: 'too-many-changes', retryAfterSeconds: 40 })
  await type('three', 20 * second)
  await autosave.flush()
  expect(sent).toHaveLength(1)
  await type('four', 20 * second)
  expect(sent).toHaveLength(2)
  await answer(lost)
  await type('five', second)
  expect(sent).toHaveLength(2)
  await type('six', second)
  expect(sent).toHaveLength(3)
})

test('a text without an answer is sent again before the next: its version is known to be ours', async () => {
  const { type, answer, sent, status } = open(stored('one'))
  await type('two')
  await answer(lost)
  await type('three', 2 * second)
  await answer(accepted('two', 2))
  await vi.advanceTimersByTimeAsync(second)
  await answer(accepted('three', 3))
  expect(sent).toEqual([
    ['two', 1],
    ['two', 1],
    ['three', 2],
  ])
  expect(status()).toEqual({ status: 'saved', at })
})

test('a request whose answer was lost with the page is no conflict after the reload', async () => {
  const before = open(stored('one'))
  await before.type('two')
  await before.type('two, and more', 0)
  const draft = before.autosave.draft()
  expect(draft).toEqual({ ...written('two, and more'), base: 1, sent: written('two') })
  // The site has it, and the page is loaded with it.
  const known = open(stored('two', 2), draft)
  await vi.advanceTimersByTimeAsync(0)
  expect(known.sent).toEqual([['two, and more', 2]])
  // Or it isn't loaded yet.
  const unknown = open(null, draft)
  await vi.advanceTimersByTimeAsync(0)
  expect(unknown.sent).toEqual([['two', 1]])
})

test('a save that breaks is tried again, and the fault is not swallowed', async () => {
  const faults: unknown[] = []
  const fault = new Error('a bug')
  const save = vi
    .fn<() => Promise<NoteSave>>()
    .mockRejectedValueOnce(fault)
    .mockResolvedValue(accepted('two', 2))
  const autosave = openAutosave({ stored: stored('one'), draft: null, save, onSaved: () => undefined })
  autosave.type(written('two'))
  await autosave.flush().catch((error: unknown) => faults.push(error))
  expect(faults).toEqual([fault])
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(autosave.state.current().status).toBe('saved')
})

test('without room the text is offered again after a minute, or when somebody asks', async () => {
  const { type, answer, sent, autosave, status } = open(null)
  await type('one')
  await answer({ status: 'refused', problem: 'notes-full', retryAfterSeconds: null })
  expect(status()).toEqual({ status: 'refused', problem: 'notes-full' })
  await type('two', 30 * second)
  expect(sent).toHaveLength(1)
  void autosave.flush()
  await answer(accepted('two', 1))
  expect(status().status).toBe('saved')
})

test('a version that comes while a text is under way is taken when asked again; a later one of theirs replaces theirs', async () => {
  const { autosave, type, answer, status } = open(stored('one'))
  await type('mine')
  expect(autosave.adopt(stored('theirs', 2))).toBe(false)
  await answer({ status: 'changed', note: stored('theirs', 2) })
  expect(autosave.adopt(stored('theirs, later', 3))).toBe(true)
  expect(status()).toEqual({ status: 'conflict', theirs: stored('theirs, later', 3) })
  expect(autosave.typed()).toEqual(written('mine'))
  // Nothing new: a page asks after each change of the state.
  expect(autosave.adopt(stored('theirs, later', 3))).toBe(false)
})

test('both wrote the same: no conflict', async () => {
  const { type, answer, status } = open(stored('one'))
  await type('two')
  await answer({ status: 'changed', note: stored('two', 5) })
  expect(status()).toEqual({ status: 'saved', at })
})

test('a wait that the site asked for is no longer by a clock that is set back meanwhile', async () => {
  const { type, answer, sent } = open(stored('one'))
  await type('two')
  await answer({ status: 'refused', problem: 'too-many-changes', retryAfterSeconds: 40 })
  vi.setSystemTime(Date.now() - 24 * 3600 * second)
  await type('three', 40 * second)
  expect(sent.map(([text]) => text)).toEqual(['two', 'three'])
})
