import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId, NoteList } from '@/lib/notes/note'
import { listFrom, type ShownList, withMore, withNews } from './list'
import { listNotes, type NoteFailure } from './notes'
import type { WatchAnswer } from './watch'

export type ShownNotes = {
  list: ShownList
  /** What the list was searched for; empty for all notes. */
  search: string
  /** What it will be searched for once that is answered. */
  asked: string
  /** It begins somewhere below the newest note. */
  isPart: boolean
  asking: 'search' | 'more' | null
  /** What couldn't be had, and why. The list stays as it was. */
  failed: { what: 'search' | 'more'; failure: NoteFailure } | null
}

/** As the server rendered them: the notes with these words, or all if the search was refused. */
export type FirstNotes = {
  list: NoteList
  search: string
  isPart: boolean
  refused: { retryAfterSeconds: number } | null
}

export type NotesStore = ReturnType<typeof showNotes>

/** The notes of a page, and the ways to change which are shown. Starts with what the server rendered. */
export function showNotes(config: PublicConfig, { list, search: wanted, isPart, refused }: FirstNotes) {
  const { subscribe, current, set } = observable<ShownNotes>({
    list: listFrom(list),
    search: refused ? '' : wanted,
    asked: wanted,
    isPart,
    asking: null,
    failed: refused && {
      what: 'search',
      failure: { status: 'refused', problem: null, retryAfterSeconds: refused.retryAfterSeconds },
    },
  })
  let question = 0
  let changes = 0

  /** Applies what was done here. */
  function change(make: (list: ShownList) => ShownList): void {
    const list = make(current().list)
    if (list.revision === null) changes += 1
    set({ ...current(), list })
  }

  /**
   * Replaces the list by the notes that have these words; empty for all. Only the last question's answer counts: false
   * for any other.
   */
  async function search(words: string): Promise<boolean> {
    question += 1
    const mine = question
    set({ ...current(), asked: words, asking: 'search', failed: null })
    const answer = await listNotes(config, { search: words }).catch(notFound('search', mine))
    if (mine !== question || answer.status === 'unchanged') return false
    if (answer.status !== 'listed') {
      set({ ...current(), asking: null, failed: { what: 'search', failure: answer } })
      return false
    }
    const list = listFrom(answer.list, current().list.entries)
    set({ list, search: words, asked: words, isPart: false, asking: null, failed: null })
    return true
  }

  /** Appends the part that follows. Returns the first note that it brought. */
  async function more(): Promise<NoteId | null> {
    const { list, search, asking } = current()
    if (list.next === null || asking !== null) return null
    const mine = question
    set({ ...current(), asking: 'more', failed: null })
    const answer = await listNotes(config, { after: list.next, search }).catch(notFound('more', mine))
    if (mine !== question || answer.status === 'unchanged') return null
    if (answer.status !== 'listed') {
      set({ ...current(), asking: null, failed: { what: 'more', failure: answer } })
      return null
    }
    const known = current().list
    set({ ...current(), list: withMore(known, answer.list), asking: null })
    return current().list.entries[known.entries.length]?.note.id ?? null
  }

  /** For an error that nobody expects: the page goes on, and the recorder gets it. */
  function notFound(what: 'search' | 'more', mine: number) {
    return (error: unknown): never => {
      const failed = { what, failure: { status: 'unreachable' } } as const
      if (mine === question) set({ ...current(), asking: null, failed })
      throw error
    }
  }

  /** Asks whether other devices have changed anything, and shows it. */
  async function look(focused: NoteId | null): Promise<WatchAnswer> {
    const before = changes
    const { revision } = current().list
    const answer = await listNotes(config, revision === null ? {} : { known: revision })
    if (answer.status === 'signed-out' || answer.status === 'other-user') return 'signed-out'
    if (answer.status === 'unchanged') return 'answered'
    if (answer.status !== 'listed') return 'failed'
    // It may be from before what was done here meanwhile; the next one isn't.
    if (before !== changes) return 'answered'
    const { list, search, isPart } = current()
    set({ ...current(), list: withNews(list, answer.list, { addsNew: search === '' && !isPart, focused }) })
    return 'answered'
  }

  return { subscribe, current, change, search, more, look }
}
