'use client'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import field from '@/components/ui/form.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import visually from '@/components/ui/visually-hidden.module.css'
import { paths } from '@/lib/site/routes'
import styles from './list.module.css'

type Props = {
  initial: string
  input: RefObject<HTMLInputElement | null>
  /** May be called with the same words again. */
  onSearch: (words: string) => void
}

const debounceMs = 300

/** Searches while typing. Before hydration, Enter searches on the server. */
export function NoteSearch({ initial, input, onSearch }: Props) {
  const timer = useRef(0)
  const id = useId()

  function search() {
    clearTimeout(timer.current)
    onSearch(input.current?.value.trim() ?? '')
  }

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(search, debounceMs)
  }

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  function clearOnEscape(event: KeyboardEvent<HTMLInputElement>) {
    const key = pressedKey(event)
    // Chrome itself clears the field, even if an input method uses the key.
    if (key === null && event.code === 'Escape') event.preventDefault()
    if (key !== 'Escape' || event.currentTarget.value === '') return
    // Not all browsers clear the field on Escape.
    event.preventDefault()
    event.currentTarget.value = ''
    search()
  }

  // Searches for what was typed before hydration.
  const searchTyped = useRef(search)
  useEffect(() => {
    searchTyped.current()
    return () => clearTimeout(timer.current)
  }, [])

  return (
    <search className={styles.search}>
      <form action={paths.app} onSubmit={searchNow}>
        <label className={visually.hidden} htmlFor={id}>
          Search notes
        </label>
        <input
          ref={input}
          id={id}
          className={`${field.input} ${styles.input}`}
          type="search"
          name="search"
          placeholder="Search notes"
          defaultValue={initial}
          maxLength={100}
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          onInput={searchSoon}
          onKeyDown={clearOnEscape}
        />
      </form>
    </search>
  )
}
