import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteList } from '@/lib/notes/note'
import { noteRequests } from '@/lib/notes/routes'
import { type FetchResult, fetchIfChanged, isSignedOut, type NoteFailure } from './notes'
import type { PollResult } from './watch'

type ListState = {
  list: NoteList
  /** What `list` was searched for. */
  search: string
  /** The cursor of the page before; empty for the first page. */
  after: string
  /** The last search requested; equals `search` once it has been answered. */
  requestedSearch: string
  /** Why the requested search failed. The list is unchanged. */
  failure: NoteFailure | null
}

/** As rendered by the server: the search, or all notes if it was refused. */
export type InitialList = {
  list: NoteList
  search: string
  after: string
  refused: { retryAfterSeconds: number } | null
}

/** The notes of a page: searching, and refreshing. */
export function createListStore(config: PublicConfig, { list, search, after, refused }: InitialList) {
  const { subscribe, current, set } = observable<ListState>({
    list,
    search: refused ? '' : search,
    after,
    requestedSearch: search,
    failure: refused && { status: 'refused', problem: null, ...refused },
  })

  return {
    subscribe,
    current,
    /** Lists the notes with these words; an empty search lists all. Returns whether it succeeded, and no later one was requested. */
    async search(search: string): Promise<boolean> {
      set({ ...current(), requestedSearch: search, failure: null })
      let result: FetchResult<NoteList> = { status: 'unreachable' }
      try {
        result = await fetchIfChanged<NoteList>(config, noteRequests.notes({ search }))
      } finally {
        if (current().requestedSearch === search)
          set(
            result.status === 'fetched'
              ? { list: result.value, search, after: '', requestedSearch: search, failure: null }
              : { ...current(), failure: result.status === 'unchanged' ? null : result },
          )
      }
      return result.status === 'fetched' && current().list === result.value
    },
    /** Fetches and shows what other devices have changed. */
    async refresh(): Promise<PollResult> {
      const { search, after, list } = current()
      if (isSearching(current())) return 'answered'
      const path = noteRequests.notes({ search, after })
      const result = await fetchIfChanged<NoteList>(config, path, `"${list.revision}"`)
      if (isSignedOut(result)) return 'signed-out'
      if (result.status === 'unchanged') return 'answered'
      if (result.status !== 'fetched') return 'failed'
      if (current().list === list) set({ ...current(), list: result.value })
      return 'answered'
    },
  }
}

export function isSearching({ search, requestedSearch, failure }: ListState): boolean {
  return search !== requestedSearch && failure === null
}
