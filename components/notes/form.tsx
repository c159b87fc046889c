'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { type Outcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import field from '@/components/ui/field.module.css'
import message from '@/components/ui/message.module.css'
import visually from '@/components/ui/visually-hidden.module.css'
import { keepDraft, keptDrafts } from '@/lib/browser/notes/drafts'
import { type NoteFailure, saveNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import {
  announceRoom,
  asTyped,
  describeNoteProblem,
  describeRoom,
  longestNote,
  type Note,
  type NoteId,
  noteProblem,
} from '@/lib/notes'
import { routes } from '@/lib/site/routes'
import styles from './notes.module.css'

type Props = {
  label: string
  id: NoteId
  text: string
  config: PublicConfig
  userId: string
  onSaved: (note: Note) => void
  onCancel?: () => void
}

/** One note being written. What is typed is kept in this tab, uncut, until it is saved. */
export function NoteForm({ label, id, text, config, userId, onSaved, onCancel }: Props) {
  const { isBusy, problem: failure, formProps } = useAction<NoteFailure>()
  const area = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const messageId = useId()
  const lengthId = useId()
  const [length, setLength] = useState(0)
  const [isKept, setKept] = useState(true)

  // Drafts live in the browser only. What was typed before hydration is newer.
  useEffect(() => {
    if (!area.current) return
    const draft = keptDrafts(userId)[id]
    if (draft !== undefined && area.current.value === asTyped(text)) area.current.value = draft
    setLength(area.current.value.length)
  }, [userId, id, text])

  // The button that opened this form is gone, and the focus with it.
  const isChange = onCancel !== undefined
  useEffect(() => {
    if (isChange) area.current?.focus()
  }, [isChange])

  async function save(_: FormData, form: HTMLFormElement): Promise<Outcome<NoteFailure>> {
    const typed = area.current?.value ?? ''
    const problem = noteProblem(typed)
    if (problem) return { problem: { status: 'refused', problem } }
    const outcome = await saveNote(config, { id, text: typed, userId })
    if (outcome.status !== 'saved') return { problem: outcome }
    keepDraft(userId, id, '')
    form.reset()
    setLength(0)
    onSaved(outcome.note)
    return null
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
    <form {...formProps(save)} className={styles.form}>
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
        aria-describedby={`${messageId} ${lengthId}`}
      />
      <CharactersLeft id={lengthId} length={length} isKept={isKept} />
      <div role="alert" id={messageId}>
        {failure && <Problem failure={failure} />}
      </div>
      <div className={styles.actions}>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save note'}
        </Button>
        {isChange && <Button onClick={cancel}>Cancel</Button>}
      </div>
    </form>
  )
}

function Problem({ failure }: { failure: NoteFailure }) {
  if (failure.status === 'signed-out')
    return (
      <p className={message.problem}>
        Not saved: your session has ended. Your text is kept in this tab:{' '}
        <a href={routes.loginThen(routes.app)}>sign in again</a> and it is here.
      </p>
    )
  const words =
    failure.status === 'refused' && failure.problem
      ? describeNoteProblem(failure.problem)
      : 'Not saved: this site did not answer. Your text is still here; try again in a moment.'
  return <p className={message.problem}>{words}</p>
}

/** `isKept`: the whole text would survive a reload. */
type CharactersLeftProps = { id: string; length: number; isKept: boolean }

const notKept = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** How many characters are left, once that matters. The count describes the field; warnings are announced. */
function CharactersLeft({ id, length, isKept }: CharactersLeftProps) {
  const isWrong = length > longestNote || !isKept
  return (
    <>
      <p id={id} className={isWrong ? `${styles.room} ${styles.over}` : styles.room}>
        {describeRoom(length)} {!isKept && notKept}
      </p>
      <p role="status" className={visually.hidden}>
        {announceRoom(length)} {!isKept && notKept}
      </p>
    </>
  )
}
