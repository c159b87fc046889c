import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListStore } from '@/lib/browser/notes/list'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'

const config = {} as PublicConfig

/** A page of the list with these notes. */
function listOf(names: string[]): NoteList {
  const notes = names.map((name) => ({
    id: name as NoteId,
    title: name,
    start: '',
    isWhole: true,
    version: 1,
    changedAt: '2026-11-23T12:00:00.000Z',
    isShared: false,
    isPinned: false,
    match: null,
  }))
  return { notes, next: null, revision: names.join() }
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
const open = (list = listOf(['a', 'b'])) =>
  createListStore(config, { list, search: '', after: '7.b', refused: null })
const namesOf = ({ notes }: NoteList) => notes.map(({ title }) => title).join()

test('of several searches only the last one’s response counts, whichever arrives first', async () => {
  const store = open()
  const searches = [store.search('m'), store.search('mi')]
  answer(1, listOf(['milk']))
  answer(0, listOf(['moon']))
  expect(await Promise.all(searches)).toEqual([false, true])
  expect(namesOf(store.current().list)).toBe('milk')
  expect(store.current()).toMatchObject({ search: 'mi', failure: null })
})

test('a search that fails leaves the list unchanged, and says so', async () => {
  const store = open()
  const search = store.search('m')
  requests[0]?.answer(new Response(null, { status: 503 }))
  expect(await search).toBe(false)
  expect(store.current()).toMatchObject({ search: '', failure: { status: 'unreachable' } })
  expect(namesOf(store.current().list)).toBe('a,b')
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
  expect(requests.map(({ query }) => query)).toEqual([
    ...['?after=7.b', '?after=7.b', '?after=7.b', '?search=m', '?search=m'],
  ])
})
