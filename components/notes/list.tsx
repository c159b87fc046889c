'use client'
import { usePathname } from 'next/navigation'
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import { Doorway } from '@/components/ui/doorway'
import { WithAddresses } from '@/components/ui/email-address'
import field from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Drafts, readDrafts } from '@/lib/browser/notes/drafts'
import { createListStore, type InitialList } from '@/lib/browser/notes/list'
import { saveDrafts } from '@/lib/browser/notes/save-drafts'
import { type PollResult, watchNotes } from '@/lib/browser/notes/watch'
import { learnSiteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import { describePreview, type NoteSummary, noteName } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { paths } from '@/lib/site/routes'
import { NoteFailureMessage } from './failure'
import styles from './list.module.css'

type Props = InitialList & {
  config: PublicConfig
  userId: string
  /** ISO 8601. */
  now: string
}

/** The user's notes, with search. */
export function NotesPanel({ config, userId, now, ...initial }: Props) {
  const [store] = useState(() => createListStore(config, initial))
  const shown = useSyncExternalStore(store.subscribe, store.current, store.current)
  const [announcement, announce] = useState('')
  const [unsaved, setUnsaved] = useState<Drafts>({})
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { notes, next } = shown.list

  // Without a note there is no `RelativeTime` to do it.
  useEffect(() => learnSiteTime(now), [now])
  const refresh = useEffectEvent(async (): Promise<PollResult> => {
    const isSaved = await saveDrafts(config)
    setUnsaved(readDrafts(userId))
    const result = await store.refresh()
    // Drafts that couldn't be saved are sent again with growing pauses, too.
    return result === 'answered' && !isSaved ? 'failed' : result
  })
  useEffect(() => {
    if (Object.keys(readDrafts(userId)).length > 0) void refresh()
    return watchNotes(() => refresh())
  }, [userId])

  async function searchFor(words: string) {
    const { requestedSearch, failed } = store.current()
    if (words === requestedSearch && failed?.what !== 'search') return
    history.replaceState(null, '', noteRoutes.list({ search: words }))
    if (await store.search(words))
      announce(describeResults(words, store.current().list.notes.length, store.current().list.next))
  }

  function clearSearch() {
    if (search.current) search.current.value = ''
    search.current?.focus()
    void searchFor('')
  }

  async function showMore() {
    const first = await store.loadMore()
    const row = first && list.current?.querySelector<HTMLElement>(`[href="${noteRoutes.note(first)}"]`)
    row?.focus()
  }

  const isEmpty = notes.length === 0 && shown.search === '' && shown.requestedSearch === ''
  return (
    <section aria-label="Notes" className={styles.notes}>
      <div className={`row ${styles.tools}`} data-screen-only="">
        <a href={noteRoutes.new} className={button.primary}>
          New note
        </a>
        {!isEmpty && <NoteSearch initial={initial.search} input={search} onSearch={searchFor} />}
      </div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <UnsavedNotes drafts={unsaved} />
      {shown.failed?.what === 'search' ? (
        <NoteFailureMessage
          what="Couldn’t search."
          failure={shown.failed.failure}
          onRetry={() => searchFor(shown.requestedSearch)}
        />
      ) : (
        shown.search !== '' && (
          <SearchSummary words={shown.search} count={notes.length} next={next} onClear={clearSearch} />
        )
      )}
      {isEmpty && (
        <div className={`box ${styles.none}`}>
          <Doorway state="lit" className={styles.doorway} />
          <h2>No notes yet</h2>
          <p>Write your first one. It stays private until you share it.</p>
        </div>
      )}
      {notes.length > 0 && (
        <ul ref={list} className={`box ${styles.list}`} aria-busy={shown.loading === 'search'}>
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} now={now} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div className={styles.more}>
          {shown.failed?.what === 'more' && (
            <NoteFailureMessage what="Couldn’t load more." failure={shown.failed.failure} />
          )}
          <Button isBusy={shown.loading === 'more'} onClick={showMore}>
            {shown.loading === 'more' ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
      <p className={styles.foot} data-screen-only="">
        <a href={noteRoutes.trash()}>Trash</a>
      </p>
    </section>
  )
}

type SummaryProps = { words: string; count: number; next: string | null; onClear: () => void }

function SearchSummary({ words, count, next, onClear }: SummaryProps) {
  return (
    <div className={styles.found}>
      <p>{describeResults(words, count, next)}</p>
      {count === 0 && <p>A note has to contain every word. Try fewer or shorter words.</p>}
      <a
        className={button.text}
        href={noteRoutes.list()}
        onClick={(event) => {
          event.preventDefault()
          onClear()
        }}
      >
        Show all notes
      </a>
    </div>
  )
}

/** How many notes were found. */
function describeResults(words: string, count: number, next: string | null): string {
  if (words === '') return 'Showing all notes'
  if (count === 0) return `No notes with “${words}”`
  const notes = count === 1 ? '1 note' : `${count} notes`
  return next === null ? `${notes} with “${words}”` : `The newest ${notes} with “${words}”`
}

/** The newest notes, beside the one that is open. */
export function SideList({ list, config, now }: Pick<Props, 'list' | 'config' | 'now'>) {
  // Changes when the open text becomes a copy with its own address.
  const here = usePathname()
  const [store] = useState(() => createListStore(config, { list, search: '', refused: null }))
  const { notes } = useSyncExternalStore(store.subscribe, store.current, store.current).list
  // Narrow windows hide the list.
  useEffect(() => {
    if (matchMedia('(min-width: 64rem)').matches) return watchNotes(store.refresh)
  }, [store])
  return (
    <nav aria-label="Your notes" className={styles.side}>
      <ul className={`box ${styles.list}`}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} now={now} isCurrent={noteRoutes.note(note.id) === here} />
        ))}
      </ul>
    </nav>
  )
}

type SearchProps = {
  initial: string
  input: RefObject<HTMLInputElement | null>
  /** May be called with the same words again. */
  onSearch: (words: string) => void
}

const debounceMs = 300

/** Searches while typing. Before hydration, Enter searches on the server. */
function NoteSearch({ initial, input, onSearch }: SearchProps) {
  const timer = useRef(0)
  const id = useId()

  function search() {
    clearTimeout(timer.current)
    onSearch(input.current?.value.trim() ?? '')
  }

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(search, debounceMs)
  }

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  function clearOnEscape(event: KeyboardEvent<HTMLInputElement>) {
    const key = pressedKey(event)
    // Chrome itself clears the field, even if an input method uses the key.
    if (key === null && event.code === 'Escape') event.preventDefault()
    if (key !== 'Escape' || event.currentTarget.value === '') return
    // Not all browsers clear the field on Escape.
    event.preventDefault()
    event.currentTarget.value = ''
    search()
  }

  // Searches for what was typed before hydration.
  const searchTyped = useRef(search)
  useEffect(() => {
    searchTyped.current()
    return () => clearTimeout(timer.current)
  }, [])

  return (
    <search className={styles.search}>
      <form action={paths.app} onSubmit={searchNow}>
        <label className="visually-hidden" htmlFor={id}>
          Search notes
        </label>
        <input
          ref={input}
          id={id}
          className={`${field.input} ${styles.input}`}
          type="search"
          name="search"
          placeholder="Search notes"
          defaultValue={initial}
          maxLength={100}
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          onInput={searchSoon}
          onKeyDown={clearOnEscape}
        />
      </form>
    </search>
  )
}

type ItemProps = { note: NoteSummary; now: string; isCurrent?: boolean }

/** A note in the list: its heading, an excerpt or search match, and when it was saved. The whole row is a link. */
const NoteItem = memo(function NoteRow({ note, now, isCurrent = false }: ItemProps) {
  const { heading, excerpt } = describePreview(note)
  return (
    <li className={styles.row}>
      <h2 className={styles.name}>
        <a href={noteRoutes.note(note.id)} dir="auto" aria-current={isCurrent ? 'page' : undefined}>
          <WithAddresses text={heading} />
        </a>
      </h2>
      {note.match ? (
        <p className={styles.excerpt} dir="auto">
          <Highlighted {...note.match} />
        </p>
      ) : (
        excerpt !== '' && (
          <p className={styles.excerpt} dir="auto">
            <WithAddresses text={excerpt} />
          </p>
        )
      )}
      <p className={`row ${styles.facts}`}>
        {note.isPinned && <span className={styles.mark}>Pinned</span>}
        {note.isShared && <span className={styles.mark}>Shared</span>}
        <span>
          Saved <RelativeTime at={note.changedAt} now={now} />
        </span>
      </p>
    </li>
  )
})

/** A search match with its terms highlighted. */
function Highlighted({ text, marks }: NonNullable<NoteSummary['match']>) {
  return marks.map(([from, to], index) => {
    const before = text.slice(index === 0 ? 0 : marks[index - 1]?.[1], from)
    return (
      <span key={from}>
        <span>
          <WithAddresses text={before} />
        </span>
        <mark>
          <WithAddresses text={text.slice(from, to)} />
        </mark>
        <span>{index === marks.length - 1 && <WithAddresses text={text.slice(to)} />}</span>
      </span>
    )
  })
}

/** Links to the notes that couldn't be saved and have a draft in this tab. */
function UnsavedNotes({ drafts }: { drafts: Drafts }) {
  return Object.entries(drafts).map(([id, draft]) => (
    <p key={id} className={message.note}>
      Not saved yet:{' '}
      <a href={noteRoutes.note(id)}>
        <bdi>{noteName(draft) || 'Untitled'}</bdi>
      </a>
    </p>
  ))
}
