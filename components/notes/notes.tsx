'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { keptDrafts } from '@/lib/browser/notes/drafts'
import { deleteNote, type NoteFailure, saveNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import { describeNoteProblem, type Note, newNoteId, parseNoteId } from '@/lib/notes'
import { NoteForm } from './form'
import { NoteItem } from './item'
import styles from './notes.module.css'

type Props = { notes: Note[]; config: PublicConfig; userId: string }

/** A form for a new note, and the saved ones to edit or delete. */
export function Notes({ notes, config, userId }: Props) {
  const [shown, setShown] = useState(notes)
  const [newId, setNewId] = useState(newNoteId)
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const [deleted, setDeleted] = useState<Note | null>(null)
  const messageLine = useRef<HTMLParagraphElement>(null)

  // Drafts live in the browser only. After a reload editing resumes where it was.
  useEffect(() => {
    const drafted = Object.keys(keptDrafts(userId))
    const isSaved = (id: string) => notes.some((note) => note.id === id)
    const unsaved = drafted.map(parseNoteId).find((id) => id !== null && !isSaved(id))
    if (unsaved) setNewId(unsaved)
    setEdited(new Set(drafted.filter(isSaved)))
  }, [notes, userId])

  function showSaved(note: Note, words: string) {
    setShown([note, ...shown.filter(({ id }) => id !== note.id)])
    setDeleted(null)
    setMessage(words)
    if (note.id === newId) setNewId(newNoteId())
    else stopEditing(note)
  }

  /** The focused field is about to disappear, so the focus moves to the message. */
  function stopEditing({ id }: Note) {
    setEdited(new Set([...edited].filter((other) => other !== id)))
    messageLine.current?.focus()
  }

  async function remove(note: Note) {
    const outcome = await deleteNote(config, note.id)
    if (outcome.status !== 'deleted') return setMessage(`Nothing was deleted. ${reasonFor(outcome)}`)
    setShown(shown.filter(({ id }) => id !== note.id))
    setDeleted(note)
    setMessage('The note is deleted.')
    messageLine.current?.focus()
  }

  async function restore(note: Note) {
    const outcome = await saveNote(config, { ...note, userId })
    if (outcome.status === 'saved') showSaved(outcome.note, 'The note is back.')
    else setMessage(`The note could not be brought back. ${reasonFor(outcome)}`)
  }

  const form = { config, userId, onSaved: (note: Note) => showSaved(note, 'The note is saved.') }
  return (
    <section aria-label="Notes" className={styles.notes} onSubmit={() => setMessage('')}>
      <NoteForm {...form} label="New note" id={newId} text="" />
      <div className={styles.message}>
        <p role="status" ref={messageLine} tabIndex={-1}>
          {message}
        </p>
        {deleted && <Button onClick={() => restore(deleted)}>Bring it back</Button>}
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>No notes yet. What you save here only you can see.</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((note) =>
            edited.has(note.id) ? (
              <li key={note.id} className={styles.note}>
                <NoteForm
                  {...form}
                  label="Change note"
                  id={note.id}
                  text={note.text}
                  onCancel={() => stopEditing(note)}
                />
              </li>
            ) : (
              <NoteItem
                key={note.id}
                note={note}
                onEdit={() => setEdited(new Set([...edited, note.id]))}
                onDelete={() => remove(note)}
              />
            ),
          )}
        </ul>
      )}
    </section>
  )
}

function reasonFor(failure: NoteFailure): string {
  if (failure.status === 'refused' && failure.problem) return describeNoteProblem(failure.problem)
  return 'This site did not answer. Please try again.'
}
