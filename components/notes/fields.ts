'use client'
import { createRef, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { caretAfter } from '@/lib/browser/notes/caret'
import { continueList, offsetOfLine } from '@/lib/notes/lines'
import type { NoteText } from '@/lib/notes/note'

/**
 * The two fields, which hold what is typed themselves: so their own undo works, and long texts stay quick. Another text
 * replaces theirs with the caret where it was.
 */
export function useFields(typed: NoteText) {
  const [fields] = useState(createFields)
  const { title, area } = fields
  useLayoutEffect(() => {
    replace(title.current, typed.title)
    replace(area.current, typed.text)
    if (area.current) growWithText(area.current)
  }, [typed.title, typed.text, title, area])
  return fields
}

export type Fields = ReturnType<typeof createFields>

function createFields() {
  const [title, area] = [createRef<HTMLInputElement>(), createRef<HTMLTextAreaElement>()]
  /** What is in the fields now. */
  const read = (): NoteText => ({ title: title.current?.value ?? '', text: area.current?.value ?? '' })
  return { title, area, read }
}

function replace(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!field || field.value === text) return
  const { value, selectionStart, selectionEnd } = field
  field.value = text
  const start = caretAfter(selectionStart ?? 0, { before: value, after: text })
  const end = caretAfter(selectionEnd ?? 0, { before: value, after: text })
  // Setting it in a field without the focus would take the focus in some browsers.
  if (document.activeElement === field) field.setSelectionRange(start, end)
}

/** Where style sheets can't do it (`field-sizing`). The page keeps its place. */
function growWithText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  const place = scrollY
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  if (scrollY !== place) scrollTo(scrollX, place)
}

/** Puts the caret at a place of the text, that far below the top of the window; null: anywhere in it. */
export function placeCaret(
  { current: area }: RefObject<HTMLTextAreaElement | null>,
  { at, top }: { at: number; top: number | null },
): void {
  if (!area) return
  area.setSelectionRange(at, at)
  area.focus({ preventScroll: true })
  const before = document.createElement('div')
  before.className = area.className
  before.textContent = `${area.value.slice(0, at)}\u200b`
  const { style } = before
  Object.assign(style, { position: 'absolute', visibility: 'hidden', minHeight: '0', whiteSpace: 'pre-wrap' })
  Object.assign(style, { overflowWrap: 'break-word', width: `${area.offsetWidth}px` })
  area.after(before)
  const line = Number.parseFloat(getComputedStyle(area).lineHeight)
  const caretTop = area.getBoundingClientRect().top + before.offsetHeight - line
  before.remove()
  const isInView = caretTop > 0 && caretTop < window.innerHeight - 4 * line
  if (top === null && isInView) return
  scrollBy({ top: caretTop - (top ?? window.innerHeight / 2), behavior: 'instant' })
}

/** Enter in a list begins its next item, as one step that the field's own undo takes back. Whether it was one. */
export function continueListOnEnter(event: KeyboardEvent<HTMLElement>, area: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = area
  const edit = selectionStart === selectionEnd ? continueList(value, selectionStart) : null
  if (!edit || event.shiftKey) return false
  area.setSelectionRange(edit.from, edit.to)
  // The only way that keeps the undo history; what a browser refuses becomes a plain line break.
  if (document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert)) return true
  area.setSelectionRange(selectionStart, selectionEnd)
  return false
}

/** The block that is being read, as a place of the text; null where the end is in view. */
export function blockInView(body: HTMLElement | null, bar: HTMLElement | null, text: string) {
  if (!body || !bar || body.getBoundingClientRect().bottom <= window.innerHeight) return null
  const from = bar.getBoundingClientRect().bottom
  for (const block of body.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, bottom } = block.getBoundingClientRect()
    if (bottom > from + 8)
      return { at: offsetOfLine(text, Number(block.dataset.line)), top: Math.max(top, from) }
  }
  return null
}
