'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import visually from '@/components/ui/visually-hidden.module.css'
import { type DraftedNote, withEdited } from '@/lib/browser/notes/changes'
import { keptDrafts } from '@/lib/browser/notes/drafts'
import { isStored } from '@/lib/browser/notes/list'
import { type FirstNotes, showNotes } from '@/lib/browser/notes/shown'
import { watchNotes } from '@/lib/browser/notes/watch'
import { learnSiteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteId, newNoteId, parseNoteId } from '@/lib/notes/note'
import { routes } from '@/lib/site/routes'
import { describeFound, Found } from './found'
import styles from './notes.module.css'
import { focusedNote, focusIdOf, type NotesPage, panelIdOf } from './notes-page'
import { NoteRow } from './row'
import { NoteSearch } from './search'
import { ShowMore } from './show-more'

type Props = FirstNotes & {
  config: PublicConfig
  userId: string
  /** ISO 8601. */
  now: string
}

/** The user's notes: to search, open, edit, share and delete, and new ones. */
export function Notes({ config, userId, now, ...first }: Props) {
  const [store] = useState(() => showNotes(config, first))
  const shown = useSyncExternalStore(store.subscribe, store.current, store.current)
  const [said, say] = useState('')
  const [focusWanted, setFocusWanted] = useState<{ id: NoteId | null; isReturn: boolean } | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  const focusOn = (id: NoteId) => setFocusWanted({ id, isReturn: false })
  const returnFocus = (id: NoteId | null) => setFocusWanted({ id, isReturn: true })
  // One for all rows and all renders, so that a change renders only the row it is in.
  const [page] = useState<NotesPage>({ store, config, userId, now, say, returnFocus })
  const { entries, next } = shown.list

  // Before the first note is there, and with it a time.
  useEffect(() => learnSiteTime(now), [now])

  useEffect(() => watchNotes(() => store.look(focusedNote())), [store])

  // Drafts live in the browser only. After a reload writing resumes where it was.
  useEffect(() => {
    for (const draft of draftsOf(userId)) store.change((notes) => withEdited(notes, draft))
  }, [store, userId])

  useEffect(() => {
    if (!focusWanted) return
    const { id, isReturn } = focusWanted
    const row = id === null ? null : document.getElementById(focusIdOf(id))
    const field = id === null ? null : document.querySelector<HTMLElement>(`#${panelIdOf(id)} textarea`)
    const target = row ?? field ?? newButton.current
    if (isReturn && !isLostOrIn(target?.closest('li'))) return
    target?.focus()
  }, [focusWanted])

  function write() {
    const empty = entries.find((entry) => !isStored(entry) && !(entry.note.id in keptDrafts(userId)))
    if (empty) return focusOn(empty.note.id)
    const id = newNoteId()
    store.change((notes) => withEdited(notes, { id, title: '', text: '', base: null }))
  }

  async function searchFor(words: string) {
    const { asked, failed } = store.current()
    if (words === asked && failed?.what !== 'search') return
    history.replaceState(null, '', routes.notes({ search: words }))
    if (await store.search(words)) say(describeFound(store.current()))
  }

  function clearSearch() {
    if (searchField.current) searchField.current.value = ''
    searchField.current?.focus()
    void searchFor('')
  }

  async function showMore() {
    const first = await store.more()
    if (first) focusOn(first)
  }

  const isEmpty = entries.length === 0 && shown.search === '' && shown.asked === ''
  return (
    <section aria-label="Notes" className={styles.notes}>
      <div className={styles.tools}>
        <Button ref={newButton} look="primary" onClick={write}>
          New note
        </Button>
        {!isEmpty && <NoteSearch initial={first.search} input={searchField} onSearch={searchFor} />}
      </div>
      <p role="status" className={visually.hidden}>
        {said}
      </p>
      <Found shown={shown} onRetry={() => searchFor(shown.asked)} onClear={clearSearch} />
      {isEmpty && (
        <div className={styles.none}>
          <h2>No notes yet</h2>
          <p>Write your first one: only you can see it until you share it.</p>
        </div>
      )}
      {entries.length > 0 && (
        <ul className={styles.list} aria-busy={shown.asking === 'search'}>
          {entries.map((entry) => (
            <NoteRow key={entry.note.id} entry={entry} page={page} />
          ))}
        </ul>
      )}
      {next !== null && <ShowMore shown={shown} next={next} onMore={showMore} />}
    </section>
  )
}

/** Whether what had the focus is gone, or is in this row. */
function isLostOrIn(row: Element | null | undefined): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || row?.contains(activeElement) === true
}

/** This tab's, of notes and of new ones. */
function draftsOf(userId: string): DraftedNote[] {
  return Object.entries(keptDrafts(userId)).flatMap(([key, draft]) => {
    const id = parseNoteId(key)
    return id ? { id, ...draft } : []
  })
}
