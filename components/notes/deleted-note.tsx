'use client'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { withRestored } from '@/lib/browser/notes/changes'
import type { ListEntry } from '@/lib/browser/notes/list'
import { type NoteFailure, saveNote } from '@/lib/browser/notes/notes'
import { NoteFailureMessage, unexpectedFailure } from './failure'
import { focusIdOf, type NotesPage } from './notes-page'
import styles from './row.module.css'

type Props = { entry: Extract<ListEntry, { state: 'deleted' }>; name: string; page: NotesPage }

/** What is left of a deleted note: a line that brings it back. */
export function DeletedNote({ entry: { note, stored }, name, page }: Props) {
  const { store, config, userId, say, returnFocus } = page
  const { isBusy, problem, run } = useAction<NoteFailure>(unexpectedFailure)
  const undoId = focusIdOf(note.id)
  const wordsId = `${undoId}-words`

  const undo = () =>
    run(async () => {
      const { id, title, text } = stored
      const outcome = await saveNote(config, { id, title, text, base: null, userId })
      // Restored elsewhere and written since, it is as it was written.
      if (!('note' in outcome)) return { problem: outcome }
      store.change((list) => withRestored(list, outcome.note))
      say(`Restored “${name}”.`)
      returnFocus(id)
      return null
    })

  return (
    <li className={styles.line}>
      <p id={wordsId}>
        Deleted “<bdi>{name}</bdi>”{note.isShared && <span>. Its link no longer works</span>}
      </p>
      <Button id={undoId} aria-describedby={wordsId} isBusy={isBusy} onClick={undo}>
        Undo
      </Button>
      {problem && <NoteFailureMessage what="Not restored." failure={problem} />}
    </li>
  )
}
