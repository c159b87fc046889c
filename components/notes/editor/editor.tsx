'use client'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import field from '@/components/ui/field.module.css'
import type { Draft } from '@/lib/browser/notes/drafts'
import type { StoredNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import { describeRoom } from '@/lib/notes/limits'
import type { NoteId } from '@/lib/notes/note'
import { Conflict } from './conflict'
import styles from './editor.module.css'
import { useWritten } from './fields'
import { Room } from './room'
import { useSaving } from './saving'
import { SaveStatus } from './status'

type Props = {
  id: NoteId
  /** As stored now, by this page or another; null for a new note. */
  note: StoredNote | null
  config: PublicConfig
  userId: string
  /** After each save, also of another note that becomes of this one. */
  onSaved: (note: StoredNote) => void
  /**
   * `discarded`: what was typed, if it was cancelled; kept as a draft, the next editor takes it up. False: a new note
   * couldn't be discarded, and the editor stays.
   */
  onClose: (discarded?: Draft) => Promise<boolean>
}

/** A note being written: saved as one types, and kept in this tab until it is. Rendered only in the browser. */
export function NoteEditor({ id, note, config, userId, onSaved, onClose }: Props) {
  const saving = useSaving({ id, note, config, userId, onSaved })
  const { typed, state, isKept } = saving
  const conflict = useRef<HTMLHeadingElement>(null)
  const names = { title: useId(), text: useId(), room: useId() }
  const [leaving, setLeaving] = useState<'done' | 'cancel' | null>(null)
  const { title, area, write } = useWritten(typed, leaving !== null)
  const [isStuck, setStuck] = useState(false)

  // The button that opened this is gone, and the focus with it.
  useEffect(() => {
    const { current } = area
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
    current?.scrollIntoView({ block: 'nearest' })
  }, [area])

  function type() {
    setStuck(false)
    saving.type(write())
  }

  async function leave(how: 'done' | 'cancel') {
    if (leaving) return
    setLeaving(how)
    setStuck(false)
    try {
      await (how === 'done' ? finish() : cancel())
    } finally {
      setLeaving(null)
    }
  }

  async function finish() {
    if (await saving.finish()) await onClose()
    else conflict.current?.focus()
  }

  async function cancel() {
    const outcome = await saving.cancel()
    if (outcome.status === 'failed') return setStuck(true)
    const { discarded } = outcome
    if (!(await onClose(discarded ?? undefined)) && discarded) saving.goOn(discarded)
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Escape and Enter are its own.
    if (event.nativeEvent.isComposing) return
    const isEnter = event.key === 'Enter'
    if (event.key === 'Escape') void leave('cancel')
    else if (isEnter && (event.ctrlKey || event.metaKey)) void leave('done')
    else if (isEnter && event.target === title.current) area.current?.focus()
    else return
    event.preventDefault()
  }

  const isConflict = state.status === 'conflict'
  const room = describeRoom(typed)
  const isTitleOver = room?.isOver === true && room.of === 'title'
  return (
    <form
      className={styles.form}
      aria-label={note ? 'Edit note' : 'New note'}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void leave('done')
      }}
    >
      <label className={field.field} htmlFor={names.title}>
        Title
      </label>
      <input
        ref={title}
        id={names.title}
        className={`${field.input} ${styles.title}`}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={typed.title}
        readOnly={leaving !== null}
        onInput={type}
        aria-invalid={isTitleOver ? true : undefined}
        aria-describedby={isTitleOver ? names.room : undefined}
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
        defaultValue={typed.text}
        readOnly={leaving !== null}
        onInput={type}
        aria-invalid={room?.isOver && !isTitleOver ? true : undefined}
        aria-describedby={names.room}
      />
      <Room id={names.room} room={room} isKept={isKept} />
      {isConflict && (
        <Conflict
          heading={conflict}
          theirs={state.theirs}
          saving={saving}
          write={{ config, userId }}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
      <div className={styles.foot}>
        <div className={styles.actions}>
          <Button type="submit" look={isConflict ? 'quiet' : 'primary'} isBusy={leaving !== null}>
            Done
          </Button>
          <Button isBusy={leaving !== null} onClick={() => leave('cancel')}>
            Cancel
          </Button>
        </div>
        <SaveStatus saving={saving} isStuck={isStuck} />
      </div>
    </form>
  )
}
