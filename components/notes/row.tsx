'use client'
import { memo } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { RelativeTime } from '@/components/ui/relative-time'
import { withState } from '@/lib/browser/notes/changes'
import type { ListEntry } from '@/lib/browser/notes/list'
import { describeBeginning } from '@/lib/notes/beginning'
import { DeletedNote } from './deleted-note'
import { focusIdOf, type NotesPage, panelIdOf } from './notes-page'
import { OpenNote } from './open-note'
import styles from './row.module.css'

type Props = { entry: ListEntry; page: NotesPage }

/** A note in the list: its name and beginning, the whole note, its editor, or what is left of it. */
export const NoteRow = memo(function NoteRow({ entry, page }: Props) {
  const { note, state } = entry
  const { heading, name, beginning } = describeBeginning(note)
  const nameId = focusIdOf(note.id)
  const panelId = panelIdOf(note.id)
  const isHydrated = useHydrated()
  if (entry.state === 'deleted') return <DeletedNote entry={entry} name={name} page={page} />
  if (state === 'gone') {
    return (
      <li className={styles.line}>
        <p id={nameId} tabIndex={-1} ref={takeLostFocus}>
          “<bdi>{name}</bdi>” was deleted on another device.
        </p>
      </li>
    )
  }
  const toggle = () =>
    page.store.change((list) => withState(list, note.id, state === 'closed' ? 'open' : 'closed'))
  return (
    <li className={styles.row} data-state={state}>
      {state !== 'edited' && (
        <div className={styles.head}>
          <h2 className={styles.name}>
            <button
              type="button"
              id={nameId}
              aria-expanded={state === 'open'}
              aria-controls={panelId}
              dir="auto"
              disabled={!isHydrated}
              onClick={toggle}
            >
              {heading}
            </button>
          </h2>
          {state === 'closed' && beginning !== '' && (
            <p className={styles.beginning} dir="auto">
              {beginning}
            </p>
          )}
          <p className={styles.facts}>
            <span>
              Saved <RelativeTime at={note.changedAt} now={page.now} />
            </span>
            {note.isShared && <span className={styles.mark}>Shared</span>}
          </p>
        </div>
      )}
      {state !== 'closed' && (
        <div id={panelId}>
          <OpenNote entry={entry} name={name} nameId={nameId} page={page} />
        </div>
      )}
    </li>
  )
})

/** If what it replaces had the focus. */
function takeLostFocus(line: HTMLElement | null): void {
  if (document.activeElement === document.body) line?.focus({ preventScroll: true })
}
