import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeleted, withState } from '@/lib/browser/notes/changes'
import { showNotes } from '@/lib/browser/notes/shown'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'

const config = {} as PublicConfig

/** A part of the list with these notes. */
function listOf(names: string[], next: string | null = null): NoteList {
  const facts = {
    start: '',
    isWhole: true,
    version: 1,
    changedAt: '2026-11-23T12:00:00.000Z',
    isShared: false,
    isPinned: false,
    match: null,
  }
  return {
    notes: names.map((title) => ({ id: title as NoteId, title, ...facts })),
    next,
    revision: names.join(),
  }
}

type Asked = { search: string | null; known: string | null; answer: (response: Response) => void }

/** What the site was asked, to be answered by the test. */
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const { searchParams } = new URL(path, 'http://site.test')
    const known = headers['if-none-match'] ?? null
    return new Promise((answer) => asked.push({ search: searchParams.get('search'), known, answer }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (index: number, list: NoteList) => asked[index]?.answer(Response.json(list))
const open = (list = listOf(['a', 'b'])) =>
  showNotes(config, { list, search: '', isPart: false, refused: null })
const namesOf = (store: ReturnType<typeof open>) => store.current().list.entries.map(({ note }) => note.title)

test('of several searches only the last one’s answer counts, whichever comes first', async () => {
  const store = open()
  const searches = [store.search('m'), store.search('mi')]
  answer(1, listOf(['milk']))
  answer(0, listOf(['moon']))
  expect(await Promise.all(searches)).toEqual([false, true])
  expect(namesOf(store)).toEqual(['milk'])
  expect(store.current()).toMatchObject({ search: 'mi', asking: null, failed: null })
})

test('a search that fails leaves the list as it was', async () => {
  const store = open()
  const search = store.search('m')
  asked[0]?.answer(new Response(null, { status: 503 }))
  await search
  expect(namesOf(store)).toEqual(['a', 'b'])
  expect(store.current()).toMatchObject({ search: '', asked: 'm', asking: null, failed: { what: 'search' } })
})

test('a search puts an end to what follows the list before', async () => {
  const store = open(listOf(['a'], 'next'))
  const more = store.more()
  const search = store.search('m')
  answer(1, listOf(['milk']))
  answer(0, listOf(['b']))
  expect(await more).toBeNull()
  await search
  expect(namesOf(store)).toEqual(['milk'])
})

test('more is asked for once, and tells the first note it brought', async () => {
  const store = open(listOf(['a'], 'next'))
  const [first, second] = [store.more(), store.more()]
  answer(0, listOf(['a', 'b', 'c']))
  expect(await second).toBeNull()
  expect(await first).toBe('b')
  expect(asked).toHaveLength(1)
})

test('after an error that nobody expects, more and searches can be asked for again', async () => {
  const store = open(listOf(['a'], 'next'))
  const broken = new RangeError('broken')
  vi.stubGlobal('fetch', () => Promise.reject(broken))
  await expect(store.more()).rejects.toBe(broken)
  expect(store.current()).toMatchObject({ asking: null, failed: { what: 'more' } })
  await expect(store.search('m')).rejects.toBe(broken)
  expect(store.current()).toMatchObject({ asking: null, failed: { what: 'search' } })
})

test('looking names the revision that is shown, and an answer from before a deletion here is not taken', async () => {
  const store = open()
  const look = store.look(null)
  expect(asked[0]?.known).toBe('"a,b"')
  const stored = {
    id: 'b' as NoteId,
    title: 'b',
    text: '',
    version: 1,
    createdAt: '',
    changedAt: '',
    isPinned: false,
  }
  store.change((list) => withDeleted(list, stored))
  answer(0, listOf(['a', 'b', 'new']))
  expect(await look).toBe('answered')
  expect(namesOf(store)).toEqual(['a', 'b'])
  // The next question is whole, as nobody knows the revision.
  const next = store.look(null)
  expect(asked[1]?.known).toBeNull()
  answer(1, listOf(['a', 'new']))
  await next
  expect(namesOf(store)).toEqual(['a', 'b', 'new'])
})

test('opening a note meanwhile does not stop news', async () => {
  const store = open()
  const look = store.look(null)
  store.change((list) => withState(list, 'a' as NoteId, 'open'))
  answer(0, listOf(['a', 'b', 'new']))
  await look
  expect(namesOf(store)).toContain('new')
})
