'use client'
import type { KeyboardEvent, ReactNode } from 'react'
import field from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import visually from '@/components/ui/visually-hidden.module.css'
import type { NoteState } from '@/lib/browser/notes/note-state'
import { announceRemaining, describeRemaining } from '@/lib/notes/limits'
import type { NoteText } from '@/lib/notes/note'
import { continueListOnEnter, type Fields } from './fields'
import styles from './note.module.css'

type Props = {
  note: NoteState
  fields: Fields
  /** Whether the text survives a reload. */
  isDraftStored: boolean
  onType: (text: NoteText) => void
  onDone: () => void
  /** Between title and text. */
  children: ReactNode
}

const notStored = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** The form to write a note. Its submit button, in `children`, is disabled until hydration: nothing typed is sent before. */
export function Editor({ note, fields, isDraftStored, onType, onDone, children }: Props) {
  const { title, area, read } = fields
  const remaining = describeRemaining(note.typed)
  const warning = isDraftStored ? null : notStored
  const isTitleOver = remaining?.isOver === true && remaining.of === 'title'
  const type = () => onType(read())

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isPlainEnter = pressedKey(event) === 'Enter' && !event.ctrlKey && !event.metaKey
    if (!isPlainEnter || !area.current) return
    const isHandled = event.target === title.current || continueListOnEnter(event, area.current)
    if (event.target === title.current) area.current.focus()
    if (isHandled) event.preventDefault()
  }

  return (
    <form
      aria-label={note.saved ? 'Edit note' : 'New note'}
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <h1 className={visually.hidden}>{note.saved ? 'Edit note' : 'New note'}</h1>
      <input
        ref={title}
        aria-label="Title"
        placeholder="Title"
        className={`${field.input} ${styles.titleField}`}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={note.typed.title}
        onInput={type}
        aria-invalid={isTitleOver ? true : undefined}
        aria-describedby={isTitleOver ? 'remaining' : undefined}
      />
      {children}
      <p className={`${message.note} ${message.needsScript}`}>
        Writing needs JavaScript. Turn it on for this site and reload the page.
      </p>
      <textarea
        ref={area}
        aria-label="Note"
        placeholder="Write something"
        className={`${field.input} ${styles.text}`}
        dir="auto"
        rows={8}
        defaultValue={note.typed.text}
        onInput={type}
        aria-invalid={remaining?.isOver && !isTitleOver ? true : undefined}
        aria-describedby="remaining markdown"
      />
      <p
        id="remaining"
        className={remaining?.isOver || warning ? `${styles.hint} ${styles.problem}` : styles.hint}
      >
        {[remaining?.words, warning].filter(Boolean).join(' ')}
      </p>
      <p role="status" className={visually.hidden}>
        {[announceRemaining(remaining), warning].filter(Boolean).join(' ')}
      </p>
      <p id="markdown" className={styles.hint}>
        <b># Heading</b>, <b>**bold**</b>, <b>- list</b>, <b>- [ ] task</b>, <b>[link](https://…)</b>
      </p>
    </form>
  )
}
