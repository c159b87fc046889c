/** Cancel goes back to the text as it was opened, and loses nothing: not what was typed, nor what others wrote. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutosave } from '@/lib/browser/notes/autosave'
import type { NoteText } from '@/lib/notes/note'
import { accepted, lost, openWriting as open, second, stored, written } from '../support/answering-site'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Cancel saves the text as it was opened, and keeps what was typed for Undo, on its version', async () => {
  const { autosave, type, answer, sent, saved } = open(stored('one'))
  await type('two')
  await answer(accepted('two', 2))
  await type('three', 100)
  const cancelled = autosave.cancel()
  await vi.advanceTimersByTimeAsync(0)
  expect(autosave.typed()).toEqual(written('three'))
  expect(autosave.draft()).toMatchObject(written('three'))
  await answer(accepted('one', 3))
  expect(await cancelled).toEqual({ status: 'cancelled', discarded: { ...written('three'), base: 3 } })
  expect(sent.at(-1)).toEqual(['one', 2])
  expect(saved.at(-1)).toEqual(stored('one', 3))
  expect(autosave.draft()).toBeNull()
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(sent).toHaveLength(2)
})

test('Cancel asks nothing of the site that never had what was typed, or is away', async () => {
  const unsent = open(stored('one'))
  await unsent.type('two', 100)
  expect(await unsent.autosave.cancel()).toMatchObject({ discarded: { text: 'two', base: 1 } })
  expect(unsent.sent).toEqual([])
  const away = open(stored('one'))
  await away.type('two')
  await away.answer(lost)
  const cancelled = away.autosave.cancel()
  await vi.advanceTimersByTimeAsync(0)
  await away.answer(lost)
  expect(await cancelled).toMatchObject({ status: 'cancelled', discarded: { text: 'two' } })
})

test('if the site does not take back what it has, what was typed stays', async () => {
  const { autosave, type, answer } = open(stored('one'))
  await type('two')
  await answer(accepted('two', 2))
  await type('three', 100)
  const cancelled = autosave.cancel()
  await vi.advanceTimersByTimeAsync(0)
  await answer(lost)
  expect(await cancelled).toEqual({ status: 'failed' })
  expect(autosave.typed()).toEqual(written('three'))
  expect(autosave.draft()).toMatchObject(written('three'))
})

test('if taking it back throws, what was typed stays', async () => {
  const save = vi.fn(async ({ text }: NoteText) => accepted(text, 2))
  const autosave = openAutosave({ stored: stored('one'), draft: null, save, onSaved: () => undefined })
  autosave.type(written('two'))
  await vi.advanceTimersByTimeAsync(second)
  const broken = new RangeError('broken')
  save.mockRejectedValueOnce(broken)
  await expect(autosave.cancel()).rejects.toBe(broken)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(save).toHaveBeenLastCalledWith(written('two'), 2)
  expect(autosave.state.current()).toMatchObject({ status: 'saved' })
})

test('Cancel never writes over what another device has saved', async () => {
  const adopted = open(stored('one'))
  adopted.autosave.adopt(stored('theirs', 2))
  await adopted.type('theirs, and mine', 100)
  expect(await adopted.autosave.cancel()).toMatchObject({ discarded: { text: 'theirs, and mine', base: 2 } })
  expect(adopted.sent).toEqual([])
  const conflict = open(stored('one'))
  await conflict.type('mine')
  await conflict.answer({ status: 'changed', note: stored('theirs', 2) })
  // On the version before theirs: taken up again, both are shown again.
  expect(await conflict.autosave.cancel()).toMatchObject({ discarded: { text: 'mine', base: 1 } })
  expect(conflict.sent).toHaveLength(1)
})

test('of a new note Cancel keeps for Undo what was there last, also if it was emptied', async () => {
  const { autosave, type, answer } = open(null)
  await type('Milk')
  await answer(accepted('Milk', 1))
  await type('', 100)
  expect(await autosave.cancel()).toMatchObject({ discarded: { text: 'Milk' } })
})
