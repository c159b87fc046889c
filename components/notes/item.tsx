'use client'
import { Button } from '@/components/ui/button'
import { type Note, noteTitle } from '@/lib/notes'
import styles from './notes.module.css'

type Props = { note: Note; onEdit: () => void; onDelete: () => void }

/** One saved note. Its first words tell its buttons apart. */
export function NoteItem({ note, onEdit, onDelete }: Props) {
  const title = noteTitle(note.text)
  return (
    <li className={styles.note}>
      <p className={styles.body}>{note.text}</p>
      <div className={styles.foot}>
        <span className={styles.time}>Saved {note.savedAt}</span>
        <Button onClick={onEdit} aria-label={`Change “${title}”`}>
          Change
        </Button>
        <Button onClick={onDelete} aria-label={`Delete “${title}”`}>
          Delete
        </Button>
      </div>
    </li>
  )
}
