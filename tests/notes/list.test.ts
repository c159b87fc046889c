import { expect, test } from 'vitest'
import {
  withDeleted,
  withEdited,
  withNote,
  withRestored,
  withShared,
  withState,
} from '@/lib/browser/notes/changes'
import { listFrom, type ShownList, withMore, withNews } from '@/lib/browser/notes/list'
import type { StoredNote } from '@/lib/browser/notes/notes'
import { describeBeginning } from '@/lib/notes/beginning'
import type { NoteId, NoteList, NoteSummary } from '@/lib/notes/note'

const idOf = (name: string) => name as NoteId
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString()

/** Of this name, changed in this minute. */
function summary(name: string, minute: number, more: Partial<NoteSummary> = {}): NoteSummary {
  const facts = { title: name, start: '', isWhole: true, version: 1, match: null }
  return { id: idOf(name), ...facts, isShared: false, isPinned: false, changedAt: at(minute), ...more }
}

function stored(name: string, minute: number, more: Partial<StoredNote> = {}): StoredNote {
  const facts = { title: name, text: '', version: 1, createdAt: at(0), isPinned: false }
  return { id: idOf(name), ...facts, changedAt: at(minute), ...more }
}

const answer = (notes: NoteSummary[], next: string | null = null): NoteList => ({
  notes,
  next,
  revision: `r${notes.length}`,
})

const three = () => listFrom(answer([summary('c', 3), summary('b', 2), summary('a', 1)]))
const news = (shown: ShownList, notes: NoteSummary[], next: string | null = null) =>
  withNews(shown, answer(notes, next), { addsNew: true })

/** The rows in a line, such as `c b:open`. */
const rowsOf = ({ entries }: ShownList) =>
  entries.map(({ note, state }) => (state === 'closed' ? note.id : `${note.id}:${state}`)).join(' ')

test('what is saved here keeps its place, and a new note is on top', () => {
  const saved = withNote(three(), stored('a', 9, { text: 'changed', version: 2 }))
  expect(rowsOf(saved)).toBe('c b a')
  expect(saved.entries[2]?.note).toMatchObject({ start: 'changed', version: 2, changedAt: at(9) })
  expect(rowsOf(withNote(saved, stored('d', 10)))).toBe('d c b a')
})

test('after a change made here the revision is unknown, so that the next question is answered whole', () => {
  for (const shown of [
    withNote(three(), stored('a', 9)),
    withDeleted(three(), stored('a', 9)),
    withShared(three(), idOf('a'), true),
  ])
    expect(shown.revision).toBeNull()
  expect(withState(three(), idOf('a'), 'open').revision).toBe('r3')
})

test('of a long text the list shows the beginning, and splits no emoji', () => {
  const text = `${'x'.repeat(279)}😀 and more`
  const [entry] = withNote(three(), stored('d', 9, { text })).entries
  expect(entry?.note).toMatchObject({ start: `${'x'.repeat(279)}😀`, isWhole: false })
})

test('deleted notes leave lines, and Undo brings each back in its place', () => {
  const two = withDeleted(withDeleted(three(), stored('b', 2)), stored('a', 1))
  expect(rowsOf(two)).toBe('c b:deleted a:deleted')
  // The server lists them no more, and an answer from before still does.
  expect(rowsOf(news(two, [summary('c', 3)]))).toBe('c b:deleted a:deleted')
  expect(rowsOf(news(two, [summary('c', 3), summary('b', 2)]))).toBe('c b:deleted a:deleted')
  const back = withRestored(two, stored('b', 10))
  expect(rowsOf(back)).toBe('c b a:deleted')
  expect(rowsOf(news(two, [summary('a', 11), summary('c', 3)]))).toBe('c b:deleted a')
})

test('from other devices: changed rows stay where they are, new ones come on top, deleted ones go', () => {
  const shown = news(three(), [
    summary('d', 9),
    summary('a', 8, { title: 'new name', version: 2 }),
    summary('c', 3),
  ])
  expect(rowsOf(shown)).toBe('d c a')
  expect(shown.entries[2]?.note.title).toBe('new name')
  expect(shown.revision).toBe('r3')
})

test('what is open or has the focus leaves a line when it is deleted elsewhere; what is edited stays', () => {
  const open = withState(withState(three(), idOf('c'), 'open'), idOf('b'), 'edited')
  const shown = withNews(open, answer([]), { addsNew: true, focused: idOf('a') })
  expect(rowsOf(shown)).toBe('c:gone b:edited a:gone')
  expect(rowsOf(withState(shown, idOf('b'), 'open'))).toBe('c:gone b:gone a:gone')
  // Saved again after all.
  expect(rowsOf(withState(withNote(shown, stored('b', 9)), idOf('b'), 'open'))).toBe('c:gone b:open a:gone')
})

test('an answer from before a save changes nothing', () => {
  const saved = withNote(three(), stored('a', 9, { title: 'mine' }))
  expect(news(saved, [summary('c', 3), summary('b', 2), summary('a', 1)]).entries).toEqual(saved.entries)
})

test('what is below the part that was asked for stays', () => {
  const shown = withMore(listFrom(answer([summary('d', 4), summary('c', 3)], 'next')), {
    ...answer([summary('b', 2), summary('a', 1)]),
    revision: 'later',
  })
  expect(rowsOf(shown)).toBe('d c b a')
  expect(shown).toMatchObject({ next: null, revision: 'r2' })
  expect(rowsOf(news(shown, [summary('e', 5), summary('d', 4)], 'next'))).toBe('e d c b a')
  expect(rowsOf(news(shown, [summary('d', 4), summary('b', 2)], 'next'))).toBe('d b a')
})

test('a note that moved between two parts of the list is there once', () => {
  const first = listFrom(answer([summary('d', 4), summary('c', 3)], 'next'))
  expect(rowsOf(withMore(first, answer([summary('c', 3), summary('b', 2)])))).toBe('d c b')
})

test('when more is new than an answer holds, the list begins again, without a gap, and editors stay', () => {
  const edited = withState(three(), idOf('b'), 'edited')
  const shown = news(edited, [summary('f', 9), summary('e', 8)], 'next')
  expect(rowsOf(shown)).toBe('f e b:edited')
  expect(shown.next).toBe('next')
})

test('in a search nothing is added, and what is known is updated', () => {
  const shown = withNews(three(), answer([summary('d', 9), summary('a', 8, { isShared: true })], 'next'), {
    addsNew: false,
  })
  expect(rowsOf(shown)).toBe('c b a')
  expect(shown.entries[2]?.note.isShared).toBe(true)
})

test('a search replaces the list, but for editors and what can be undone', () => {
  const before = withDeleted(withState(three(), idOf('c'), 'edited'), stored('b', 2))
  const open = withState(before, idOf('a'), 'open')
  expect(rowsOf(listFrom(answer([summary('z', 1)]), open.entries))).toBe('c:edited b:deleted z')
  expect(rowsOf(listFrom(answer([summary('c', 3), summary('b', 2)]), open.entries))).toBe(
    'c:edited b:deleted',
  )
})

test('a new note is written on top and stays there; unsaved it leaves nothing', () => {
  const draft = { id: idOf('new'), title: '', text: '', base: null }
  const writing = withEdited(three(), draft)
  expect(rowsOf(writing)).toBe('new:edited c b a')
  expect(rowsOf(withState(writing, draft.id, 'closed'))).toBe('c b a')
  const polled = news(writing, [summary('d', 9), summary('c', 3), summary('b', 2), summary('a', 1)])
  expect(rowsOf(polled)).toBe('new:edited d c b a')
  expect(rowsOf(withState(withNote(polled, stored('new', 10)), draft.id, 'closed'))).toBe('new d c b a')
})

test('while the first save of a new note is under way, the list that has it already leaves its editor as it is', () => {
  const draft = { id: idOf('new'), title: 'typed', text: '', base: null }
  const polled = news(withEdited(three(), draft), [summary('new', 9), summary('d', 8), summary('c', 3)])
  expect(rowsOf(polled)).toBe('new:edited d c')
  expect(polled.entries[0]?.note.version).toBe(0)
  expect(withNote(polled, stored('new', 9)).entries[0]).toMatchObject({
    note: { version: 1 },
    state: 'edited',
  })
})

test('a search leaves a new note that is being written on top', () => {
  const writing = withEdited(three(), { id: idOf('new'), title: '', text: '', base: null })
  expect(rowsOf(listFrom(answer([summary('z', 1)]), writing.entries))).toBe('new:edited z')
})

test('a draft of a listed note opens its row; of one further down, a row on top', () => {
  const draft = { title: 'draft', text: '', base: 3 }
  expect(rowsOf(withEdited(three(), { id: idOf('b'), ...draft }))).toBe('c b:edited a')
  const shown = withEdited(three(), { id: idOf('old'), ...draft })
  expect(rowsOf(news(shown, [summary('c', 3), summary('b', 2), summary('a', 1)]))).toBe('old:edited c b a')
  expect(rowsOf(withState(shown, idOf('old'), 'open'))).toBe('old:open c b a')
})

test.each([
  { title: 'Shopping', start: '- **Milk**\n- [ ] Bread', heading: 'Shopping', beginning: 'Milk\nBread' },
  {
    title: '',
    start: '# Trip\n\nSee [the hut](https://example.com)',
    heading: 'Trip',
    beginning: 'See the hut',
  },
  { title: '', start: 'One line', heading: 'One line', beginning: '' },
  { title: '', start: '> quoted\n2 * 3 * 4 = 24', heading: 'quoted', beginning: '2 * 3 * 4 = 24' },
  { title: '', start: '---', heading: 'Untitled', beginning: '' },
])('a row shows “$start” as “$heading”, “$beginning”', ({ title, start, heading, beginning }) => {
  expect(describeBeginning(summary('a', 1, { title, start }))).toMatchObject({ heading, beginning })
})

test('a long first line is shortened for the heading and shown whole below', () => {
  const start = 'word '.repeat(56)
  const { heading, beginning } = describeBeginning(summary('a', 1, { title: '', start, isWhole: false }))
  expect(heading).toBe('word word word word word word word word…')
  expect(beginning).toBe(`${start.trim()}…`)
})
