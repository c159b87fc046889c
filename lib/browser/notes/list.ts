import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'
import { fetchNotes, type ListResult, type NoteFailure } from './notes'
import type { PollResult } from './watch'

/** Which part of the notes is shown: those with these words, after a place in the list. */
export type NotesQuery = { search: string; after: string }

export type ListState = NotesQuery & {
  list: NoteList
  /** What the list was searched for last; `search` once that is answered. */
  requestedSearch: string
  loading: 'search' | 'more' | null
  /** What couldn't be had, and why. The list stays as it was. */
  failed: { what: 'search' | 'more'; failure: NoteFailure } | null
}

/** As the server rendered them: what was asked for, or the newest if the search was refused. */
export type InitialList = NotesQuery & { list: NoteList; refused: { retryAfterSeconds: number } | null }

export type ListStore = ReturnType<typeof createListStore>

/** The notes of a page, and the ways to change which are shown. */
export function createListStore(config: PublicConfig, { list, search, after, refused }: InitialList) {
  const { subscribe, current, set } = observable<ListState>({
    list,
    search: refused ? '' : search,
    after,
    requestedSearch: search,
    loading: null,
    failed: refused && { what: 'search', failure: { status: 'refused', problem: null, ...refused } },
  })
  let question = 0

  /** Asks, and says what couldn't be had. Null then, and for an answer that is no longer wanted. */
  async function ask(
    what: 'search' | 'more',
    asked: string,
    wanted: Partial<NotesQuery>,
  ): Promise<NoteList | null> {
    question += 1
    const mine = question
    set({ ...current(), requestedSearch: asked, loading: what, failed: null })
    let answer: ListResult = { status: 'unreachable' }
    try {
      answer = await fetchNotes(config, wanted)
    } finally {
      if (mine === question && answer.status !== 'listed' && answer.status !== 'unchanged')
        set({ ...current(), loading: null, failed: { what, failure: answer } })
    }
    return mine === question && answer.status === 'listed' ? answer.list : null
  }

  return {
    subscribe,
    current,
    /** Replaces the list by the notes that have these words; empty for all. Whether that was answered. */
    async search(words: string): Promise<boolean> {
      const found = await ask('search', words, { search: words })
      if (found)
        set({ list: found, search: words, after: '', requestedSearch: words, loading: null, failed: null })
      return found !== null
    },
    /** Appends the part that follows. Returns the first note that it brought. */
    async more(): Promise<NoteId | null> {
      const { list, search, requestedSearch: asked } = current()
      if (list.next === null || current().loading !== null) return null
      const part = await ask('more', asked, { after: list.next, search })
      if (!part) return null
      const known = current().list
      const added = part.notes.filter(({ id }) => !known.notes.some((note) => note.id === id))
      set({
        ...current(),
        list: { ...known, notes: [...known.notes, ...added], next: part.next },
        loading: null,
      })
      return added[0]?.id ?? null
    },
    /** Asks whether other devices have changed anything, and shows it. */
    async look(): Promise<PollResult> {
      const { search, after, list, loading: asking } = current()
      if (asking !== null) return 'answered'
      const answer = await fetchNotes(config, { search, after, known: list.revision })
      if (answer.status === 'signed-out' || answer.status === 'other-user') return 'signed-out'
      if (answer.status === 'unchanged') return 'answered'
      if (answer.status !== 'listed') return 'failed'
      if (current().list === list) set({ ...current(), list: mergeFirstPage(list, answer.list) })
      return 'answered'
    },
  }
}

/** The first part as it is now, and what was shown below it. */
export function mergeFirstPage(shown: NoteList, first: NoteList): NoteList {
  const last = first.next === null ? undefined : first.notes.at(-1)
  if (!last) return first
  const isBelow = shown.notes.filter(
    ({ id, isPinned, changedAt }) =>
      !isPinned && changedAt < last.changedAt && !first.notes.some((note) => note.id === id),
  )
  return isBelow.length === 0 ? first : { ...first, notes: [...first.notes, ...isBelow], next: shown.next }
}
