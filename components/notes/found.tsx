'use client'
import button from '@/components/ui/button.module.css'
import type { ShownNotes } from '@/lib/browser/notes/shown'
import { routes } from '@/lib/site/routes'
import { NoteFailureMessage } from './failure'
import styles from './notes.module.css'

type Props = { shown: ShownNotes; onRetry: () => void; onClear: () => void }

/** What was found, or why nothing could be, and the way back to all notes. */
export function Found({ shown, onRetry, onClear }: Props) {
  const { search, isPart, failed } = shown
  return (
    <>
      {failed?.what === 'search' && (
        <NoteFailureMessage what="Couldn’t search." failure={failed.failure} onRetry={onRetry} />
      )}
      {search !== '' && failed?.what !== 'search' && (
        <div className={styles.found}>
          <p>{describeFound(shown)}</p>
          {countFound(shown) === 0 && (
            <p className={styles.hint}>A note has to contain every word. Try fewer or shorter words.</p>
          )}
          <a
            className={button.text}
            href={routes.notes()}
            onClick={(event) => {
              event.preventDefault()
              onClear()
            }}
          >
            Show all notes
          </a>
        </div>
      )}
      {isPart && (
        <p>
          <a href={routes.notes({ search })}>Back to the newest</a>
        </p>
      )}
    </>
  )
}

/** How many notes were found, for eyes and ears. */
export function describeFound(shown: ShownNotes): string {
  const { search, list } = shown
  const count = countFound(shown)
  if (search === '') return 'Showing all notes'
  if (count === 0) return `No notes with “${search}”`
  const notes = count === 1 ? '1 note' : `${count} notes`
  return list.next === null ? `${notes} with “${search}”` : `The newest ${notes} with “${search}”`
}

function countFound({ list }: ShownNotes): number {
  return list.entries.filter(({ state }) => state !== 'deleted' && state !== 'gone').length
}
