'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteId, type NoteList, newNoteId, noteName } from '@/lib/notes/note'
import { NoteEditor } from './editor/editor'
import styles from './notes.module.css'

type Props = { list: NoteList; config: PublicConfig; userId: string }

/** The user's notes: to search, open, edit, share and delete, and a new one. */
export function Notes({ list, config, userId }: Props) {
  const [editedId, setEditedId] = useState<NoteId | null>(null)
  const close = () => setEditedId(null)
  return (
    <section aria-label="Notes" className={styles.notes}>
      <Button onClick={() => setEditedId(newNoteId())}>New note</Button>
      {editedId && (
        <NoteEditor
          id={editedId}
          note={null}
          config={config}
          userId={userId}
          onSaved={() => undefined}
          onClose={close}
        />
      )}
      <ul className={styles.list}>
        {list.notes.map((note) => (
          <li key={note.id} className={styles.note}>
            <h2>{noteName({ title: note.title, text: note.start })}</h2>
          </li>
        ))}
      </ul>
    </section>
  )
}
