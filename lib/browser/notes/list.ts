import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'
import { fetchNotes, type ListRequest, type ListResult, type NoteFailure } from './notes'
import type { PollResult } from './watch'

type ListState = {
  list: NoteList
  /** What `list` was searched for. */
  search: string
  /** The last search requested; equals `search` once it has been answered. */
  requestedSearch: string
  loading: 'search' | 'more' | null
  /** What failed to load, and why. The list is unchanged. */
  failed: { what: 'search' | 'more'; failure: NoteFailure } | null
}

/** As rendered by the server: the search, or all notes if it was refused. */
export type InitialList = { list: NoteList; search: string; refused: { retryAfterSeconds: number } | null }

/** The notes of a page: search, paging, and refreshing. */
export function createListStore(config: PublicConfig, { list, search, refused }: InitialList) {
  const { subscribe, current, set } = observable<ListState>({
    list,
    search: refused ? '' : search,
    requestedSearch: search,
    loading: null,
    failed: refused && { what: 'search', failure: { status: 'refused', problem: null, ...refused } },
  })
  let latestRequest = 0

  /** Returns the list; null if it failed, or a later request superseded it. */
  async function load(
    what: 'search' | 'more',
    requestedSearch: string,
    request: ListRequest,
  ): Promise<NoteList | null> {
    latestRequest += 1
    const thisRequest = latestRequest
    set({ ...current(), requestedSearch, loading: what, failed: null })
    let result: ListResult = { status: 'unreachable' }
    try {
      result = await fetchNotes(config, request)
    } finally {
      if (thisRequest === latestRequest && result.status !== 'listed' && result.status !== 'unchanged')
        set({ ...current(), loading: null, failed: { what, failure: result } })
    }
    return thisRequest === latestRequest && result.status === 'listed' ? result.list : null
  }

  return {
    subscribe,
    current,
    /** Lists the notes with these words; an empty search lists all. Returns whether it succeeded. */
    async search(search: string): Promise<boolean> {
      const found = await load('search', search, { search })
      if (found) set({ list: found, search, requestedSearch: search, loading: null, failed: null })
      return found !== null
    },
    /** Appends the next page. Returns its first new note. */
    async loadMore(): Promise<NoteId | null> {
      const { list, search, requestedSearch, loading } = current()
      if (list.next === null || loading !== null) return null
      const page = await load('more', requestedSearch, { after: list.next, search })
      if (!page) return null
      const known = current().list
      const added = page.notes.filter(({ id }) => !known.notes.some((note) => note.id === id))
      set({
        ...current(),
        list: { ...known, notes: [...known.notes, ...added], next: page.next },
        loading: null,
      })
      return added[0]?.id ?? null
    },
    /** Fetches and shows what other devices have changed. */
    async refresh(): Promise<PollResult> {
      const { search, list, loading } = current()
      if (loading !== null) return 'answered'
      const result = await fetchNotes(config, { search, known: list.revision })
      if (result.status === 'signed-out' || result.status === 'other-user') return 'signed-out'
      if (result.status === 'unchanged') return 'answered'
      if (result.status !== 'listed') return 'failed'
      if (current().list === list) set({ ...current(), list: mergeFirstPage(list, result.list) })
      return 'answered'
    },
  }
}

/** The new first page, followed by the notes that were shown below it. */
export function mergeFirstPage(shown: NoteList, first: NoteList): NoteList {
  const last = first.next === null ? undefined : first.notes.at(-1)
  if (!last) return first
  const below = shown.notes.filter(
    ({ id, isPinned, changedAt }) =>
      !isPinned && changedAt < last.changedAt && !first.notes.some((note) => note.id === id),
  )
  return below.length === 0 ? first : { ...first, notes: [...first.notes, ...below], next: shown.next }
}
