'use client'
import type { KeyboardEvent, ReactNode } from 'react'
import button from '@/components/ui/button.module.css'
import field from '@/components/ui/field.module.css'
import visually from '@/components/ui/visually-hidden.module.css'
import type { NoteState } from '@/lib/browser/notes/note-state'
import { announceRemaining, describeRemaining } from '@/lib/notes/limits'
import type { NoteText } from '@/lib/notes/note'
import { noteRequests } from '@/lib/site/note-routes'
import { continueListOnEnter, type Fields } from './fields'
import styles from './note.module.css'

type Props = {
  note: NoteState
  fields: Fields
  userId: string
  /** The whole text would survive a reload. */
  isKept: boolean
  onType: (text: NoteText) => void
  onDone: () => void
  /** Between title and text. */
  children: ReactNode
}

const notKept = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** A note being written. Without scripts a form, which makes a new note. */
export function Editor({ note, fields, userId, isKept, onType, onDone, children }: Props) {
  const { title, area, read } = fields
  const room = describeRemaining(note.typed)
  const warning = isKept ? null : notKept
  const isTitleOver = room?.isOver === true && room.of === 'title'
  const type = () => onType(read())

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isPlainEnter =
      event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey
    if (!isPlainEnter || !area.current) return
    const isHandled = event.target === title.current || continueListOnEnter(event, area.current)
    if (event.target === title.current) area.current.focus()
    if (isHandled) event.preventDefault()
  }

  return (
    <form
      method="post"
      action={noteRequests.add}
      aria-label={note.saved ? 'Edit note' : 'New note'}
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <h1 className={visually.hidden}>{note.saved ? 'Edit note' : 'New note'}</h1>
      <input type="hidden" name="id" value={note.id} />
      <input type="hidden" name="userId" value={userId} />
      <input
        ref={title}
        name="title"
        aria-label="Title"
        placeholder="Title"
        className={`${field.input} ${styles.titleField}`}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={note.typed.title}
        onInput={type}
        aria-invalid={isTitleOver ? true : undefined}
        aria-describedby={isTitleOver ? 'room' : undefined}
      />
      {children}
      <noscript>
        <button type="submit" className={button.primary}>
          Save
        </button>
      </noscript>
      <textarea
        ref={area}
        name="text"
        aria-label="Note"
        placeholder="Write something"
        className={`${field.input} ${styles.text}`}
        dir="auto"
        rows={8}
        defaultValue={note.typed.text}
        onInput={type}
        aria-invalid={room?.isOver && !isTitleOver ? true : undefined}
        aria-describedby="room markdown"
      />
      <p id="room" className={room?.isOver || warning ? `${styles.hint} ${styles.problem}` : styles.hint}>
        {[room?.words, warning].filter(Boolean).join(' ')}
      </p>
      <p role="status" className={visually.hidden}>
        {[announceRemaining(room), warning].filter(Boolean).join(' ')}
      </p>
      <p id="markdown" className={styles.hint}>
        <b># Heading</b>, <b>**bold**</b>, <b>- list</b>, <b>- [ ] task</b>, <b>[link](https://…)</b>
      </p>
    </form>
  )
}
