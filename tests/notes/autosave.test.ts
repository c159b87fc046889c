import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutosave } from '@/lib/browser/notes/autosave'
import type { NoteSave, StoredNote } from '@/lib/browser/notes/notes'
import { type NoteText, newNoteId } from '@/lib/notes/note'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const id = newNoteId()
const at = '2031-05-06T07:08:09.123Z'
const times = { createdAt: at, changedAt: at, isPinned: false }
const stored = (text: string, version = 1): StoredNote => ({ id, title: '', text, version, ...times })
const written = (text: string): NoteText => ({ title: '', text })

/** A site that stores one note as ours does, and what it was sent. */
function openSite(note: StoredNote | null) {
  const site = {
    note,
    sent: [] as { text: string; base: number | null }[],
    /** What happens to answers. */
    fault: null as 'lost' | NoteSave | null,
    delayMs: 0,
    async save({ title, text }: NoteText, base: number | null): Promise<NoteSave> {
      site.sent.push({ text, base })
      if (site.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, site.delayMs))
      if (site.fault && site.fault !== 'lost') return site.fault
      if (site.note && site.note.text !== text && base !== site.note.version)
        return { status: 'changed', note: site.note }
      site.note = { ...stored(text, (base ?? 0) + 1), title }
      return site.fault ? { status: 'unreachable' } : { status: 'saved', note: site.note }
    },
  }
  return site
}

function open(note: StoredNote | null, draft: (NoteText & { base: number | null }) | null = null) {
  const site = openSite(note)
  const autosave = openAutosave({ stored: note, draft, save: site.save, onSaved: () => undefined })
  return { site, autosave, status: () => autosave.state.current().status }
}

test('a second after the last keystroke the whole text is sent, once', async () => {
  const { site, autosave, status } = open(null)
  for (const text of ['M', 'Mi', 'Milk']) {
    autosave.type(written(text))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(site.sent).toEqual([])
  expect(status()).toBe('unsaved')
  await vi.advanceTimersByTimeAsync(500)
  expect(site.sent).toEqual([{ text: 'Milk', base: null }])
  expect(autosave.state.current()).toEqual({ status: 'saved', at })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.sent).toHaveLength(1)
})

test('who types without a pause is saved every five seconds', async () => {
  const { site, autosave } = open(null)
  for (let count = 1; count <= 24; count++) {
    autosave.type(written('x'.repeat(count)))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(site.sent.length).toBeGreaterThanOrEqual(2)
})

test('what is typed during a request is sent after it, on the new version', async () => {
  const { site, autosave } = open(stored('one'))
  site.delayMs = 3_000
  autosave.type(written('two'))
  await vi.advanceTimersByTimeAsync(1_500)
  autosave.type(written('three'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(site.sent.map(({ base }) => base)).toEqual([1, 2])
  expect(site.note).toMatchObject({ text: 'three', version: 3 })
})

test('while the site cannot be reached it is asked again, ever more rarely, and at once when wanted', async () => {
  const { site, autosave, status } = open(stored('one'))
  site.fault = { status: 'unreachable' }
  autosave.type(written('two'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(status()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000)
  expect(site.sent).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(site.sent.length).toBeLessThan(26)
  site.fault = null
  await autosave.flush()
  expect(autosave.state.current().status).toBe('saved')
  expect(site.note?.text).toBe('two')
})

test('an answer that was lost is no conflict, also if more was typed since', async () => {
  const { site, autosave, status } = open(stored('one'))
  site.fault = 'lost'
  autosave.type(written('two'))
  await vi.advanceTimersByTimeAsync(1_000)
  site.fault = null
  autosave.type(written('three'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(status()).toBe('saved')
  expect(site.note).toMatchObject({ text: 'three', version: 3 })
})

test('another text is a conflict: nothing is sent until it is settled, and then on top of theirs', async () => {
  const { site, autosave } = open(stored('one'))
  site.note = stored('theirs', 2)
  autosave.type(written('mine'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(autosave.state.current()).toEqual({ status: 'conflict', theirs: stored('theirs', 2) })
  autosave.type(written('mine, longer'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.sent).toHaveLength(1)
  expect(site.note?.text).toBe('theirs')
  await autosave.settle(stored('theirs', 2), written('mine, longer'))
  expect(site.note).toMatchObject({ text: 'mine, longer', version: 3 })
})

test('theirs, once chosen, is not sent again', async () => {
  const { site, autosave, status } = open(stored('one'))
  site.note = stored('theirs', 2)
  autosave.type(written('mine'))
  await vi.advanceTimersByTimeAsync(1_000)
  await autosave.settle(stored('theirs', 2), written('theirs'))
  expect(status()).toBe('saved')
  expect(site.sent).toHaveLength(1)
})

test('what cannot be saved is kept, said and not sent; nothing in a new note is no problem', async () => {
  const { site, autosave, status } = open(null)
  autosave.type(written('  '))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(status()).toBe('saved')
  autosave.type(written('x'.repeat(150_000)))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(autosave.state.current()).toEqual({ status: 'refused', problem: 'note-too-long' })
  expect(autosave.typed().text).toHaveLength(150_000)
  expect(site.sent).toEqual([])
})

test('too many changes: it waits as long as the site says', async () => {
  const { site, autosave } = open(null)
  site.fault = { status: 'refused', problem: 'too-many-changes', retryAfterSeconds: 40 }
  autosave.type(written('one'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(autosave.state.current()).toEqual({ status: 'waiting', reason: 'too-many-changes' })
  await vi.advanceTimersByTimeAsync(39_000)
  expect(site.sent).toHaveLength(1)
  site.fault = null
  await vi.advanceTimersByTimeAsync(1_000)
  expect(site.note?.text).toBe('one')
})

test.each(['gone', 'signed-out', 'other-user'] as const)(
  '%s: nothing is asked again by itself',
  async (reason) => {
    const { site, autosave } = open(stored('one'))
    site.fault = { status: reason }
    autosave.type(written('two'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(autosave.state.current()).toEqual({ status: 'stopped', reason })
    expect(site.sent).toHaveLength(1)
  },
)

test('what another device has saved appears, unless something is unsaved here', async () => {
  const { autosave } = open(stored('one'))
  expect(autosave.adopt(stored('two', 2))).toBe(true)
  expect(autosave.typed().text).toBe('two')
  expect(autosave.state.current()).toMatchObject({ isFromElsewhere: true })
  expect(autosave.adopt(stored('one', 1))).toBe(false)
  autosave.type(written('mine'))
  expect(autosave.adopt(stored('three', 3))).toBe(false)
  expect(autosave.typed().text).toBe('mine')
})

test('a draft is sent at once, on the version it was based on', async () => {
  const { site } = open(stored('two', 2), { title: '', text: 'draft', base: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(site.sent).toEqual([{ text: 'draft', base: 1 }])
})

test('a draft that was saved after all is no draft', async () => {
  const { site, autosave } = open(stored('two', 2), { title: '', text: 'two', base: 1 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(site.sent).toEqual([])
  expect(autosave.adopt(stored('two', 2))).toBe(false)
})

test('a note deleted elsewhere is written anew when wanted', async () => {
  const { site, autosave, status } = open(stored('one'))
  site.fault = { status: 'gone' }
  autosave.type(written('two'))
  await vi.advanceTimersByTimeAsync(1_000)
  site.fault = null
  site.note = null
  await autosave.restart()
  expect(status()).toBe('saved')
  expect(site.note).toMatchObject({ text: 'two', version: 1 })
})
