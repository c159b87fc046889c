import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListStore, mergeFirstPage } from '@/lib/browser/notes/list'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'

const config = {} as PublicConfig

/** A part of the list with these notes, each a minute older than the one before; a `*` is a pin. */
function listOf(names: string[], next: string | null = null, from = 60): NoteList {
  const notes = names.map((name, index) => ({
    id: name.replace('*', '') as NoteId,
    title: name.replace('*', ''),
    start: '',
    isWhole: true,
    version: 1,
    changedAt: new Date(Date.UTC(2026, 10, 23, 12, from - index)).toISOString(),
    isShared: false,
    isPinned: name.endsWith('*'),
    match: null,
  }))
  return { notes, next, revision: names.join() }
}

type Asked = { query: string; known: string | null; answer: (response: Response) => void }

/** What the site was asked, to be answered by the test. */
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const { search } = new URL(path, 'http://site.test')
    const known = headers['if-none-match'] ?? null
    return new Promise((answer) => asked.push({ query: search, known, answer }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (index: number, list: NoteList) => asked[index]?.answer(Response.json(list))
const open = (list = listOf(['a', 'b'])) =>
  createListStore(config, { list, search: '', after: '', refused: null })
const namesOf = ({ notes }: NoteList) => notes.map(({ title }) => title).join()

test('of several searches only the last one’s answer counts, whichever comes first', async () => {
  const store = open()
  const searches = [store.search('m'), store.search('mi')]
  answer(1, listOf(['milk']))
  answer(0, listOf(['moon']))
  expect(await Promise.all(searches)).toEqual([false, true])
  expect(namesOf(store.current().list)).toBe('milk')
  expect(store.current()).toMatchObject({ search: 'mi', loading: null, failed: null })
})

test('a search or a part that fails leaves the list as it was, and says so', async () => {
  const store = open(listOf(['a', 'b'], 'place'))
  for (const work of [() => store.search('m'), store.more]) {
    const working = work()
    asked.at(-1)?.answer(new Response(null, { status: 503 }))
    expect(await working).toBeFalsy()
    expect(store.current()).toMatchObject({ loading: null, failed: { failure: { status: 'unreachable' } } })
  }
  expect(namesOf(store.current().list)).toBe('a,b')
})

test('a part is appended once, each note once, and its first new note is told', async () => {
  const store = open(listOf(['a', 'b'], 'place'))
  const first = store.more()
  expect(await store.more()).toBeNull()
  answer(0, listOf(['b', 'c'], null, 59))
  expect(await first).toBe('c')
  expect([namesOf(store.current().list), store.current().list.next]).toEqual(['a,b,c', null])
})

test('what other devices change is shown; an answer from before a search is not', async () => {
  const store = open()
  const looks = [store.look(), store.look()]
  expect(asked.map(({ known }) => known)).toEqual(['"a,b"', '"a,b"'])
  answer(0, listOf(['c', 'a']))
  asked[1]?.answer(new Response(null, { status: 304 }))
  expect(await Promise.all(looks)).toEqual(['answered', 'answered'])
  expect(namesOf(store.current().list)).toBe('c,a')

  const late = store.look()
  const search = store.search('m')
  answer(3, listOf(['milk']))
  await search
  answer(2, listOf(['d']))
  await late
  expect(namesOf(store.current().list)).toBe('milk')
  void store.look()
  expect(asked[4]?.query).toBe('?search=m')
})

test('news replace the first part and leave the others', () => {
  const shown = listOf(['p*', 'a', 'b', 'c', 'd'], 'further')
  const first = listOf(['q*', 'new', 'b'], 'place')
  expect(namesOf(mergeFirstPage(shown, first))).toBe('q,new,b,c,d')
  expect(mergeFirstPage(shown, first).next).toBe('further')
  expect(namesOf(mergeFirstPage(shown, listOf(['a'])))).toBe('a')
})
