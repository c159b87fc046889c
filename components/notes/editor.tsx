'use client'
import { useId } from 'react'
import field from '@/components/ui/field.module.css'
import type { StoredNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId } from '@/lib/notes/note'

type Props = {
  id: NoteId
  /** As it was opened; null for a new note. */
  note: StoredNote | null
  config: PublicConfig
  userId: string
  /** After each save. */
  onSaved?: (note: StoredNote) => void
  onClose: () => void
}

/** A note being written: saved as one types. */
export function NoteEditor({ note }: Props) {
  const titleId = useId()
  const textId = useId()
  return (
    <form>
      <label className={field.field} htmlFor={titleId}>
        Title
      </label>
      <input id={titleId} className={field.input} defaultValue={note?.title} dir="auto" />
      <label className={field.field} htmlFor={textId}>
        Note
      </label>
      <textarea id={textId} className={field.input} defaultValue={note?.text} dir="auto" />
    </form>
  )
}
