'use client'
import { createRef, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import type { NoteState, NoteStore } from '@/lib/browser/notes/autosave'
import { noteProblem } from '@/lib/notes/limits'
import {
  continueList,
  type Edit,
  indentList,
  isLinkFor,
  makeLink,
  toggleBold,
  toggleMark,
} from '@/lib/notes/lines'
import type { NoteText } from '@/lib/notes/note'
import styles from './note.module.css'

type Props = {
  note: NoteState
  fields: Fields
  /** Whether the text survives a reload. */
  isDraftStored: boolean
  onType: (text: NoteText) => void
}

/** Of the words that say why a text can't be saved. */
export const saveStatusId = 'save-status'

const notStored = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** The fields of a note. In no form: what is typed before hydration can't be sent by one. */
export function Editor({ note, fields, isDraftStored, onType }: Props) {
  const { title, area, read } = fields
  const problem = noteProblem(note.typed)
  const type = () => onType(read())
  useEffect(watchKeyboard, [])

  return (
    <>
      <h1 className="visually-hidden">{note.saved ? 'Edit note' : 'New note'}</h1>
      <input
        ref={title}
        aria-label="Title"
        placeholder="Title"
        className={styles.titleField}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={note.typed.title}
        onInput={type}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          area.current?.focus()
        }}
        aria-invalid={problem === 'title-too-long' ? true : undefined}
        aria-describedby={problem === 'title-too-long' ? saveStatusId : undefined}
      />
      <p className={`${message.note} ${message.needsScript}`}>
        Writing needs JavaScript. Turn it on for this site and reload the page.
      </p>
      {/* `useFields` sets its value once: React would set a long one twice, and again with each key. */}
      <textarea
        ref={area}
        aria-label="Note"
        placeholder="Write something"
        className={styles.text}
        dir="auto"
        rows={8}
        onInput={type}
        onKeyDown={(event) => {
          const edit = editOfKey(event)
          if (edit && applyEdit(event.currentTarget, edit)) event.preventDefault()
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain').trim()
          const { value, selectionStart: from, selectionEnd: to } = event.currentTarget
          if (!isLinkFor(value.slice(from, to), pasted)) return
          if (applyEdit(event.currentTarget, (...at) => makeLink(...at, pasted))) event.preventDefault()
        }}
        aria-invalid={problem === 'note-too-long' ? true : undefined}
        aria-describedby={`${problem === 'note-too-long' ? saveStatusId : 'not-stored'} markdown`}
      />
      <Marks area={area} />
      <p id="not-stored" role="alert" className={`${styles.hint} ${styles.problem}`}>
        {isDraftStored ? '' : notStored}
      </p>
      <p id="markdown" className={`${styles.hint} ${styles.syntax}`}>
        <b># Heading</b>, <b>**bold**</b>, <b>- list</b>, <b>- [ ] task</b>, <b>[link](https://…)</b>.{' '}
        <span>Tab indents a list, Escape ends writing.</span>
      </p>
    </>
  )
}

type Area = RefObject<HTMLTextAreaElement | null>
type Change = (text: string, from: number, to: number) => Edit | null

const marks: Record<string, Change> = {
  Task: (text, from, to) => toggleMark(text, from, to, 'task'),
  List: (text, from, to) => toggleMark(text, from, to, 'list'),
  Heading: (text, from, to) => toggleMark(text, from, to, 'heading'),
  Bold: toggleBold,
  Link: makeLink,
}

/** What touch screens have in place of keys. A tap leaves the focus, and with it the keyboard, in the text. */
function Marks({ area }: { area: Area }) {
  return (
    <div role="toolbar" aria-label="Formatting" className={styles.marks}>
      {Object.entries(marks).map(([name, change]) => (
        <Button
          key={name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => area.current && applyEdit(area.current, change)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

function editOfKey(event: KeyboardEvent): Change | null {
  const { shiftKey, altKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  const key = pressedKey(event)
  if (altKey) return null
  if (isCommand) return shiftKey ? null : key === 'b' ? toggleBold : key === 'k' ? makeLink : null
  if (key === 'Tab') return (text, from, to) => indentList(text, from, to, shiftKey)
  return key === 'Enter' && !shiftKey
    ? (text, from, to) => (from === to ? continueList(text, from) : null)
    : null
}

/** Changes the text as one undo step. Returns whether it did. */
function applyEdit(area: HTMLTextAreaElement, change: Change): boolean {
  const { value, selectionStart, selectionEnd } = area
  const edit = change(value, selectionStart, selectionEnd)
  if (!edit) return false
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // Only `execCommand` keeps the undo history. If a browser refuses, the key does what it does elsewhere.
  if (document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert)) {
    if (edit.select) area.setSelectionRange(...edit.select)
    return true
  }
  area.setSelectionRange(selectionStart, selectionEnd)
  return false
}

/** Keeps the height of an on-screen keyboard that covers the page, as in Safari. */
function watchKeyboard(): () => void {
  const stopping = new AbortController()
  const { style } = document.documentElement
  const measure = () => {
    const { height = innerHeight, offsetTop = 0, scale = 1 } = visualViewport ?? {}
    style.setProperty('--keyboard', `${scale > 1 ? 0 : Math.max(0, innerHeight - height - offsetTop)}px`)
  }
  visualViewport?.addEventListener('resize', measure, stopping)
  visualViewport?.addEventListener('scroll', measure, stopping)
  return () => {
    stopping.abort()
    style.removeProperty('--keyboard')
  }
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
    },
  }
}

/** Replaces the part that differs, so the caret stays in place. */
function replace(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!field || field.value === text) return
  // Without focus, moving the caret would take the focus in some browsers.
  if (document.activeElement !== field) {
    // With `dir=auto` Chromium resolves the direction again for each line it inserts: 250 ms in a long text on a slow phone.
    field.dir = ''
    field.value = text
    field.dir = 'auto'
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

/** Puts the caret at the end, and leaves the page where it is scrolled to. */
export function focusText({ current: area }: Area): void {
  if (!area) return
  area.setSelectionRange(area.value.length, area.value.length)
  area.focus({ preventScroll: true })
}
