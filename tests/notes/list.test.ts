import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListStore, mergeFirstPage } from '@/lib/browser/notes/list'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'

const config = {} as PublicConfig

/** A page of the list with these notes, each a minute older than the one before; `*` marks a pin. */
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

/** Requests, which the test answers. */
let requests: { query: string; known: string | null; answer: (response: Response) => void }[] = []

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', (path: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const { search } = new URL(path, 'http://site.test')
    const known = headers['if-none-match'] ?? null
    return new Promise((answer) => requests.push({ query: search, known, answer }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (index: number, list: NoteList) => requests[index]?.answer(Response.json(list))
const open = (list = listOf(['a', 'b'])) => createListStore(config, { list, search: '', refused: null })
const namesOf = ({ notes }: NoteList) => notes.map(({ title }) => title).join()

test('of several searches only the last one’s response counts, whichever arrives first', async () => {
  const store = open()
  const searches = [store.search('m'), store.search('mi')]
  answer(1, listOf(['milk']))
  answer(0, listOf(['moon']))
  expect(await Promise.all(searches)).toEqual([false, true])
  expect(namesOf(store.current().list)).toBe('milk')
  expect(store.current()).toMatchObject({ search: 'mi', loading: null, failed: null })
})

test('a search or page that fails leaves the list unchanged, and says so', async () => {
  const store = open(listOf(['a', 'b'], 'place'))
  for (const work of [() => store.search('m'), store.loadMore]) {
    const working = work()
    requests.at(-1)?.answer(new Response(null, { status: 503 }))
    expect(await working).toBeFalsy()
    expect(store.current()).toMatchObject({ loading: null, failed: { failure: { status: 'unreachable' } } })
  }
  expect(namesOf(store.current().list)).toBe('a,b')
})

test('a page is appended once, each note once, and its first new note returned', async () => {
  const store = open(listOf(['a', 'b'], 'place'))
  const first = store.loadMore()
  expect(await store.loadMore()).toBeNull()
  answer(0, listOf(['b', 'c'], null, 59))
  expect(await first).toBe('c')
  expect([namesOf(store.current().list), store.current().list.next]).toEqual(['a,b,c', null])
})

test('other devices’ changes are shown, but no response from before a search', async () => {
  const store = open()
  const looks = [store.refresh(), store.refresh()]
  expect(requests.map(({ known }) => known)).toEqual(['"a,b"', '"a,b"'])
  answer(0, listOf(['c', 'a']))
  requests[1]?.answer(new Response(null, { status: 304 }))
  expect(await Promise.all(looks)).toEqual(['answered', 'answered'])
  expect(namesOf(store.current().list)).toBe('c,a')

  const late = store.refresh()
  const search = store.search('m')
  answer(3, listOf(['milk']))
  await search
  answer(2, listOf(['d']))
  await late
  expect(namesOf(store.current().list)).toBe('milk')
  void store.refresh()
  expect(requests[4]?.query).toBe('?search=m')
})

test('a refresh replaces the first page and keeps the others', () => {
  const shown = listOf(['p*', 'a', 'b', 'c', 'd'], 'further')
  const first = listOf(['q*', 'new', 'b'], 'place')
  expect(namesOf(mergeFirstPage(shown, first))).toBe('q,new,b,c,d')
  expect(mergeFirstPage(shown, first).next).toBe('further')
  expect(namesOf(mergeFirstPage(shown, listOf(['a'])))).toBe('a')
})
