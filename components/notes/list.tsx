'use client'
import { usePathname } from 'next/navigation'
import { memo, useEffect, useEffectEvent, useId, useState } from 'react'
import button from '@/components/ui/button.module.css'
import { Doorway } from '@/components/ui/doorway'
import { WithAddresses } from '@/components/ui/email-address'
import field from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Drafts, readDrafts, saveDrafts } from '@/lib/browser/notes/drafts'
import { createdNote, fetchIfChanged, isSignedOut, type NoteFailure } from '@/lib/browser/notes/notes'
import { type PollResult, watchNotes } from '@/lib/browser/notes/watch'
import { learnSiteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import { describePreview, type NoteList, type NoteSummary, noteName } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import { paths } from '@/lib/site/routes'
import { NoteFailureMessage } from './failure'
import styles from './list.module.css'

type Props = {
  list: NoteList
  config: PublicConfig
  userId: string
  /** The words that `list` was searched for. */
  search: string
  /** The cursor of the page before; empty for the first page. */
  after: string
  /** Why `list` has all notes instead of those with the words. */
  failure: NoteFailure | null
  /** ISO 8601. */
  now: string
}

/** The user's notes, with search. A search's results don't follow other devices. */
export function NotesPanel({ list: initial, config, userId, search, after, failure, now }: Props) {
  const [list, setList] = useState(initial)
  const [unsaved, setUnsaved] = useState<Drafts>({})

  // Without a note there is no `RelativeTime` to do it.
  useEffect(() => learnSiteTime(now), [now])
  const refresh = useEffectEvent(async (): Promise<PollResult> => {
    const isSaved = await saveDrafts(config)
    setUnsaved(readDrafts(userId))
    const result = search === '' ? await refreshList(config, { list, after, onChange: setList }) : 'answered'
    // Drafts that couldn't be saved are sent again with growing pauses, too.
    return result === 'answered' && !isSaved ? 'failed' : result
  })
  useEffect(() => {
    if (Object.keys(readDrafts(userId)).length > 0) void refresh()
    return watchNotes(() => refresh())
  }, [userId])

  const isEmpty = list.notes.length === 0 && `${search}${after}` === ''
  return (
    <section aria-label="Notes" className={styles.notes}>
      <div className={`row ${styles.tools}`} data-screen-only="">
        <a href={noteRoutes.new} className={button.primary}>
          New note
        </a>
        {!isEmpty && <NoteSearch initial={search} />}
      </div>
      <UnsavedNotes drafts={unsaved} />
      {failure && <NoteFailureMessage what="Couldn’t search." failure={failure} />}
      {search !== '' && !failure && <SearchSummary words={search} list={list} />}
      {isEmpty && (
        <div className={`box ${styles.none}`}>
          <Doorway state="lit" className={styles.doorway} />
          <h2>No notes yet</h2>
          <p>Write your first one. It stays private until you share it.</p>
        </div>
      )}
      {list.notes.length > 0 && (
        <ul className={`box ${styles.list}`}>
          {list.notes.map((note) => (
            <NoteItem key={note.id} note={note} now={now} />
          ))}
        </ul>
      )}
      {list.next !== null && (
        <p className={styles.more} data-screen-only="">
          <a className={button.quiet} href={noteRoutes.list({ search, after: list.next })}>
            Show older
          </a>
        </p>
      )}
      <p className={styles.foot} data-screen-only="">
        <a href={noteRoutes.trash()}>Trash</a>
      </p>
    </section>
  )
}

type ShownList = { list: NoteList; after?: string; onChange: (list: NoteList) => void }

/** Fetches what other devices have changed in a list. */
async function refreshList(
  config: PublicConfig,
  { list, after = '', onChange }: ShownList,
): Promise<PollResult> {
  const path = noteRequests.notes({ after })
  const result = await fetchIfChanged<NoteList>(config, path, `"${list.revision}"`)
  if (isSignedOut(result)) return 'signed-out'
  if (result.status === 'fetched') onChange(result.value)
  return result.status === 'fetched' || result.status === 'unchanged' ? 'answered' : 'failed'
}

/** How many notes were found. */
function SearchSummary({ words, list: { notes, next } }: { words: string; list: NoteList }) {
  const count = notes.length === 1 ? '1 note' : `${notes.length} notes`
  const found = next === null ? count : `The newest ${count}`
  return (
    <div className={`tight ${styles.found}`}>
      <p>{notes.length === 0 ? `No notes with “${words}”` : `${found} with “${words}”`}</p>
      {notes.length === 0 && <p>A note has to contain every word. Try fewer or shorter words.</p>}
      <a className={button.text} href={noteRoutes.list()}>
        Show all notes
      </a>
    </div>
  )
}

/** The newest notes, beside the one that is open. */
export function SideList({ list: initial, config, now }: Pick<Props, 'list' | 'config' | 'now'>) {
  // Changes when the open text becomes a copy with its own address.
  const here = usePathname()
  const [list, setList] = useState(initial)
  const refresh = useEffectEvent(() => refreshList(config, { list, onChange: setList }))
  // Narrow windows hide the list.
  useEffect(() => {
    if (!matchMedia('(min-width: 64rem)').matches) return
    const stopWatching = watchNotes(() => refresh())
    const stopListening = createdNote.subscribe(() => void refresh())
    return () => {
      stopWatching()
      stopListening()
    }
  }, [])
  return (
    <nav aria-label="Your notes" className={styles.side}>
      {/* The space of a first note, too: nothing moves once it is saved. */}
      <ul hidden={list.notes.length === 0} className={`box ${styles.list}`}>
        {list.notes.map((note) => (
          <NoteItem key={note.id} note={note} now={now} isCurrent={noteRoutes.note(note.id) === here} />
        ))}
      </ul>
    </nav>
  )
}

/** Sent by Enter. */
function NoteSearch({ initial }: { initial: string }) {
  const id = useId()
  return (
    <search className={styles.search}>
      <form action={paths.app}>
        <label className="visually-hidden" htmlFor={id}>
          Search notes
        </label>
        <input
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
        />
      </form>
    </search>
  )
}

type ItemProps = { note: NoteSummary; now: string; isCurrent?: boolean }

/** A note in the list: its heading, an excerpt, and when it was saved. The whole row is a link. */
const NoteItem = memo(function NoteRow({ note, now, isCurrent = false }: ItemProps) {
  const { heading, excerpt } = describePreview(note)
  return (
    <li className={styles.row}>
      <h2 className={styles.name} dir="auto">
        <a href={noteRoutes.note(note.id)} aria-current={isCurrent ? 'page' : undefined}>
          <WithAddresses text={heading} />
        </a>
      </h2>
      {excerpt !== '' && (
        <p className={styles.excerpt} dir="auto">
          <WithAddresses text={excerpt} />
        </p>
      )}
      <p className={`row ${styles.facts}`}>
        {note.isShared && <span className="badge">Shared</span>}
        <span>
          Saved <RelativeTime at={note.changedAt} now={now} />
        </span>
      </p>
    </li>
  )
})

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
