'use client'
import {
  createRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react'
import field from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import type { NoteState, NoteStore } from '@/lib/browser/notes/autosave'
import { noteProblem } from '@/lib/notes/limits'
import { continueList } from '@/lib/notes/lines'
import type { NoteText } from '@/lib/notes/note'
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

/** Of the words that say why a text can't be saved. */
export const saveStatusId = 'save-status'

const notStored = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** The form to write a note. Its submit button, in `children`, is disabled until hydration: nothing typed is sent before. */
export function Editor({ note, fields, isDraftStored, onType, onDone, children }: Props) {
  const { title, area, read } = fields
  const problem = noteProblem(note.typed)
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
      <h1 className="visually-hidden">{note.saved ? 'Edit note' : 'New note'}</h1>
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
        aria-invalid={problem === 'title-too-long' ? true : undefined}
        aria-describedby={problem === 'title-too-long' ? saveStatusId : undefined}
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
        aria-invalid={problem === 'note-too-long' ? true : undefined}
        aria-describedby={`${problem === 'note-too-long' ? saveStatusId : 'not-stored'} markdown`}
      />
      <p id="not-stored" role="alert" className={`${styles.hint} ${styles.problem}`}>
        {isDraftStored ? '' : notStored}
      </p>
      <p id="markdown" className={styles.hint}>
        <b># Heading</b>, <b>**bold**</b>, <b>- list</b>, <b>- [ ] task</b>, <b>[link](https://…)</b>
      </p>
    </form>
  )
}

/**
 * The title and text fields. Uncontrolled, so that undo works, long texts stay fast, and hydration keeps what was typed before.
 * When the store's text changes elsewhere, it replaces their value and the caret stays in place.
 */
export function useFields(store: NoteStore) {
  const [fields] = useState(createFields)
  useLayoutEffect(() => store.subscribe(({ typed }) => fields.show(typed)), [store, fields])
  return fields
}

type Fields = ReturnType<typeof createFields>

function createFields() {
  const [title, area] = [createRef<HTMLInputElement>(), createRef<HTMLTextAreaElement>()]
  return {
    title,
    area,
    read: (): NoteText => ({ title: title.current?.value ?? '', text: area.current?.value ?? '' }),
    show(typed: NoteText): void {
      replace(title.current, typed.title)
      replace(area.current, typed.text)
      if (area.current) growWithText(area.current)
    },
  }
}

/** Replaces the part that differs, so the caret stays in place. */
function replace(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!field || field.value === text) return
  // Without focus, moving the caret would take the focus in some browsers.
  if (document.activeElement !== field) {
    field.value = text
    return
  }
  const { value } = field
  const shorter = Math.min(value.length, text.length)
  let same = 0
  while (same < shorter && value[same] === text[same]) same += 1
  let fromEnd = 0
  while (fromEnd < shorter - same && value.at(-1 - fromEnd) === text.at(-1 - fromEnd)) fromEnd += 1
  field.setRangeText(text.slice(same, text.length - fromEnd), same, value.length - fromEnd, 'preserve')
}

/** For browsers without `field-sizing`. Keeps the scroll position. */
function growWithText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  const top = scrollY
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  if (scrollY !== top) scrollTo(scrollX, top)
}

/** Puts the caret at the end, and leaves the page where it is scrolled to. */
export function focusText({ current: area }: RefObject<HTMLTextAreaElement | null>): void {
  if (!area) return
  area.setSelectionRange(area.value.length, area.value.length)
  area.focus({ preventScroll: true })
}

/** Starts the next item when Enter is pressed in a list, as one undo step. Returns whether it did. */
function continueListOnEnter(event: KeyboardEvent<HTMLElement>, area: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = area
  const edit = selectionStart === selectionEnd ? continueList(value, selectionStart) : null
  if (!edit || event.shiftKey) return false
  area.setSelectionRange(edit.from, edit.to)
  // Only `execCommand` keeps the undo history. If a browser refuses, Enter makes a plain line break.
  if (document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert)) return true
  area.setSelectionRange(selectionStart, selectionEnd)
  return false
}
