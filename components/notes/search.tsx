'use client'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import button from '@/components/ui/button.module.css'
import field from '@/components/ui/field.module.css'
import visually from '@/components/ui/visually-hidden.module.css'
import { paths } from '@/lib/site/routes'
import styles from './list.module.css'

type Props = {
  /** What the list was searched for when the page was rendered. */
  initial: string
  input: RefObject<HTMLInputElement | null>
  /** Called for the same words again, too. */
  onSearch: (words: string) => void
}

const pauseMs = 300

/** Searches as one types; without scripts as a form. */
export function NoteSearch({ initial, input, onSearch }: Props) {
  const timer = useRef(0)
  const id = useId()

  function search() {
    clearTimeout(timer.current)
    onSearch(input.current?.value.trim() ?? '')
  }

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(search, pauseMs)
  }

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  function clearOnEscape(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return
    // Not every browser does it by itself.
    event.preventDefault()
    event.currentTarget.value = ''
    search()
  }

  // What was typed before hydration is searched for, too.
  const searchTyped = useRef(search)
  useEffect(() => {
    searchTyped.current()
    return () => clearTimeout(timer.current)
  }, [])

  return (
    <search className={styles.search}>
      <form action={paths.app} method="get" onSubmit={searchNow}>
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
        <button type="submit" className={`${button.quiet} ${styles.submit}`}>
          Search
        </button>
      </form>
    </search>
  )
}
