'use client'
import { useLayoutEffect, useRef } from 'react'
import { caretAfter } from '@/lib/browser/notes/caret'
import type { NoteText } from '@/lib/notes/note'

/**
 * The two fields, which hold what is typed themselves: so their own undo works, and long texts stay quick. Another text
 * replaces theirs with the caret where it was, unless `isLeaving`: then they keep what they show.
 */
export function useWritten(typed: NoteText, isLeaving: boolean) {
  const title = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    if (isLeaving) return
    replace(title.current, typed.title)
    replace(area.current, typed.text)
    if (area.current) growWithText(area.current)
  }, [typed.title, typed.text, isLeaving])

  return {
    title,
    area,
    /** What is in the fields now. */
    write: (): NoteText => ({ title: title.current?.value ?? '', text: area.current?.value ?? '' }),
  }
}

function replace(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!field || field.value === text) return
  const { value, selectionStart, selectionEnd, scrollTop } = field
  field.value = text
  const start = caretAfter(selectionStart ?? 0, { before: value, after: text })
  const end = caretAfter(selectionEnd ?? 0, { before: value, after: text })
  // Setting it in a field without the focus would take the focus in some browsers.
  if (document.activeElement === field) field.setSelectionRange(start, end)
  field.scrollTop = scrollTop
}

/** Where style sheets can't do it (`field-sizing`): up to its `max-height`, and never smaller than it was. */
function growWithText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  const border = area.offsetHeight - area.clientHeight
  if (area.scrollHeight > area.clientHeight) area.style.height = `${area.scrollHeight + border}px`
}
