'use client'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import field from '@/components/ui/field.module.css'
import type { StoredNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import { bytesOf, longestText, longestTitle } from '@/lib/notes/limits'
import type { NoteId, NoteText } from '@/lib/notes/note'
import { Conflict } from './conflict'
import styles from './editor.module.css'
import { Room } from './room'
import { useSaving } from './saving'
import { SaveStatus } from './status'

type Props = {
  id: NoteId
  /** As stored now, by this page or another; null for a new note. */
  note: StoredNote | null
  config: PublicConfig
  userId: string
  /** After each save. */
  onSaved: (note: StoredNote) => void
  /** `discarded`: what was typed, if it was cancelled. */
  onClose: (discarded?: NoteText) => void
}

/** A note being written: saved as one types, and kept in this tab until it is. */
export function NoteEditor({ id, note, config, userId, onSaved, onClose }: Props) {
  const saving = useSaving({ id, note, config, userId, onSaved })
  const { typed, state, isKept, type, discard, finish } = saving
  const area = useRef<HTMLTextAreaElement>(null)
  const names = { title: useId(), text: useId(), room: useId() }
  const isNew = note === null

  // The button that opened this is gone, and the focus with it.
  useEffect(() => {
    const { current } = area
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
    current?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function done() {
    if (await finish()) onClose()
  }

  async function cancel() {
    const discarded = await discard()
    onClose(discarded ?? undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Escape and Enter are its own.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') void cancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void done()
    else return
    event.preventDefault()
  }

  const isTooLong = bytesOf(typed.text) > longestText
  return (
    <form
      className={styles.form}
      aria-label={isNew ? 'New note' : 'Edit note'}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void done()
      }}
    >
      <label className={field.field} htmlFor={names.title}>
        Title
      </label>
      <input
        id={names.title}
        className={field.input}
        dir="auto"
        autoComplete="off"
        value={typed.title}
        onChange={(event) => type({ ...typed, title: event.target.value })}
        aria-invalid={typed.title.length > longestTitle ? true : undefined}
      />
      <label className={field.field} htmlFor={names.text}>
        Note
      </label>
      <textarea
        ref={area}
        id={names.text}
        className={`${field.input} ${styles.text}`}
        dir="auto"
        rows={6}
        value={typed.text}
        onChange={(event) => type({ ...typed, text: event.target.value })}
        aria-invalid={isTooLong ? true : undefined}
        aria-describedby={names.room}
      />
      <Room id={names.room} typed={typed} isKept={isKept} />
      {state.status === 'conflict' && <Conflict theirs={state.theirs} saving={saving} onClose={onClose} />}
      <div className={styles.foot}>
        <div className={styles.actions}>
          <Button type="submit" look="primary">
            Done
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
        <SaveStatus state={state} onRestart={saving.restart} />
      </div>
    </form>
  )
}
