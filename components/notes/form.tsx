'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import button from '@/components/ui/button.module.css'
import field from '@/components/ui/field.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import { keepDraft, keptDrafts } from '@/lib/browser/notes/drafts'
import { type NoteFailure, saveNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import { asTyped, describeNoteProblem, longestNote, type Note, type NoteId, noteProblem } from '@/lib/notes'
import { routes } from '@/lib/site/routes'
import styles from './notes.module.css'
import { NoteRoom } from './room'

type Props = {
  label: string
  id: NoteId
  text: string
  config: PublicConfig
  userId: string
  onSaved: (note: Note) => void
  onCancel?: () => void
}

/** One note being written. What is typed is kept in this tab, never cut, until it is saved, whatever happens. */
export function NoteForm({ label, id, text, config, userId, onSaved, onCancel }: Props) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<NoteFailure | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const messageId = useId()
  const roomId = useId()
  const [length, setLength] = useState(0)
  const [isKept, setKept] = useState(true)

  // The draft is known to the browser alone. What was typed before the scripts came is newer.
  useEffect(() => {
    if (!area.current) return
    const draft = keptDrafts(userId)[id]
    if (draft !== undefined && area.current.value === asTyped(text)) area.current.value = draft
    setLength(area.current.value.length)
  }, [userId, id, text])

  // Whoever opened a note to change it goes on typing; the button that had the focus is gone.
  const isChange = onCancel !== undefined
  useEffect(() => {
    if (isChange) area.current?.focus()
  }, [isChange])

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = area.current?.value ?? ''
    if (isBusy) return
    const problem = noteProblem(typed)
    if (problem) return setFailure({ status: 'refused', problem })
    setBusy(true)
    const outcome = await saveNote(config, { id, text: typed, userId })
    setBusy(false)
    if (outcome.status !== 'saved') return setFailure(outcome)
    setFailure(null)
    keepDraft(userId, id, '')
    form.reset()
    setLength(0)
    onSaved(outcome.note)
  }

  function keep(typed: string) {
    setLength(typed.length)
    setKept(keepDraft(userId, id, typed))
  }

  function cancel() {
    keepDraft(userId, id, '')
    onCancel?.()
  }

  return (
    <form method="post" className={styles.form} onSubmit={save} aria-busy={isBusy}>
      <label className={field.field} htmlFor={fieldId}>
        {label}
      </label>
      <textarea
        ref={area}
        id={fieldId}
        className={`${field.input} ${styles.text}`}
        rows={3}
        defaultValue={text}
        readOnly={isBusy}
        onInput={(event) => keep(event.currentTarget.value)}
        aria-invalid={failure || length > longestNote ? true : undefined}
        aria-describedby={`${messageId} ${roomId}`}
      />
      <NoteRoom id={roomId} length={length} isKept={isKept} />
      <div role="alert" id={messageId}>
        {failure && <Problem failure={failure} />}
      </div>
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={!isHydrated} aria-disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save note'}
        </button>
        {isChange && (
          <button type="button" className={button.quiet} onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

function Problem({ failure }: { failure: NoteFailure }) {
  if (failure.status === 'signed-out')
    return (
      <p className={field.problem}>
        Not saved: your session has ended. Your text is kept in this tab:{' '}
        <a href={routes.loginThen(routes.app)}>sign in again</a> and it is here.
      </p>
    )
  const words =
    failure.status === 'refused' && failure.problem
      ? describeNoteProblem(failure.problem)
      : 'Not saved: this site did not answer. Your text is still here; try again in a moment.'
  return <p className={field.problem}>{words}</p>
}
