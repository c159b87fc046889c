'use client'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { WithAddresses } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import prose from '@/components/ui/prose.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { type NoteState, type SaveState, saveStatus } from '@/lib/browser/notes/autosave'
import { storeDraft } from '@/lib/browser/notes/drafts'
import { changeNote, type NoteFailure } from '@/lib/browser/notes/notes'
import { describeNoteProblem, noteProblem } from '@/lib/notes/limits'
import { setTaskDone } from '@/lib/notes/lines'
import { type NoteText, noteName } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import { routes, type SitePath } from '@/lib/site/routes'
import { Editor, focusText, saveStatusId, useFields } from './editor'
import { NoteFailureMessage, unexpectedFailure } from './failure'
import styles from './note.module.css'
import { NoteBody } from './rendered'
import { SharePanel } from './share-panel'
import { type NoteProps, useNote } from './use-note'

type Props = NoteProps & {
  /** ISO 8601. */
  now: string
}

const failed = (what: string, failure: NoteFailure) => ({ problem: { what, failure } })

/** The page of a note: to read, edit, share and delete it. */
export function NoteView({ now, ...props }: Props) {
  const { config, userId } = props
  const { note, store, shown, setShown, isWriting, isEnding, startWriting, stopWriting, ...page } =
    useNote(props)
  const fields = useFields(store)
  const bar = useRef<HTMLDivElement>(null)
  const [isSharing, setSharing] = useState(false)
  const { isBusy, problem, run } = useAction(failed('That didn’t work.', unexpectedFailure).problem)
  const isStored = note.saved !== null && shown !== null

  // Takes over what was typed before hydration, and places the caret; afterwards the focus is where it was pressed.
  const hasWritten = useRef(false)
  useLayoutEffect(() => {
    if (!isWriting) {
      if (hasWritten.current) bar.current?.querySelector('button')?.focus({ preventScroll: true })
      return
    }
    hasWritten.current = true
    const { title, text } = fields.read()
    const { typed } = store.current()
    if ((title !== '' || text !== '') && typed.title === '' && typed.text === '') store.type({ title, text })
    fields.show(store.current().typed)
    if (document.activeElement !== fields.title.current) focusText(fields.area)
  }, [isWriting, store, fields])

  async function done() {
    if (isEmptyText(store.current().typed) && store.current().base === null) location.assign(routes.app)
    else await stopWriting()
  }

  function tick(line: number, isDone: boolean): boolean {
    const { typed } = store.current()
    const text = setTaskDone(typed.text, line, isDone)
    if (text === null) return false
    store.type({ ...typed, text })
    void store.flush()
    // Its HTML still fits.
    setShown((before) => before && { ...before, note: { ...before.note, text } })
    return true
  }

  const remove = () =>
    run(async () => {
      const isSaved = await store.flush()
      const { id: noteId, base } = store.current()
      const outcome = base === null ? null : await changeNote(config, noteRequests.note(noteId), 'DELETE')
      if (outcome && outcome.status !== 'done' && outcome.status !== 'gone')
        return failed('Couldn’t delete the note.', outcome)
      store.close()
      // Text that couldn't be saved isn't in the trash, so its draft stays.
      if (isSaved || base === null) storeDraft(userId, noteId, null)
      return leaveFor(noteRoutes.list(base === null ? {} : { deleted: noteId }))
    })

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const key = pressedKey(event)
    // In the bar, Escape closes the menu.
    const isInBar = event.target instanceof Node && bar.current?.contains(event.target)
    const isDone = key === 'Escape' ? !isInBar : key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isDone || !isWriting) return
    event.preventDefault()
    void done()
  }

  if (!isWriting && shown === null && note.saved === null && isEmptyText(note.typed)) return <NoteMissing />
  const tools = (
    <div ref={bar} className={`row ${styles.bar}`} data-screen-only="">
      <Button look="primary" isBusy={isEnding} onClick={isWriting ? done : startWriting}>
        {isWriting ? 'Done' : 'Edit'}
      </Button>
      {isStored && (
        <Button aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
          Share
        </Button>
      )}
      {(isStored || isWriting) && (
        <>
          <Button popoverTarget={menuId}>More</Button>
          <div id={menuId} popover="auto" className={`box ${styles.menu}`}>
            <Button
              look="dangerQuiet"
              isBusy={isBusy}
              popoverTarget={menuId}
              popoverTargetAction="hide"
              onClick={remove}
            >
              Delete
            </Button>
          </div>
        </>
      )}
      <SaveStatus note={note} now={now} returnPath={noteRoutes.note(note.id)} />
    </div>
  )
  const messages = (
    <>
      {problem && <NoteFailureMessage {...problem} />}
      {isSharing && isStored && (
        <SharePanel
          note={shown.note}
          config={config}
          onChange={(share) => setShown({ ...shown, note: { ...shown.note, share } })}
        />
      )}
      <NoteNotice note={note} isGone={page.isGone && !isWriting} />
    </>
  )
  return (
    <article className={isWriting ? styles.writing : undefined} onKeyDown={onKeyDown}>
      {isWriting ? (
        <Editor note={note} fields={fields} isDraftStored={page.isDraftStored} onType={store.type} />
      ) : (
        <h1 className={note.typed.title === '' ? 'visually-hidden' : undefined} dir="auto">
          <WithAddresses text={note.typed.title || noteName(note.typed) || 'Untitled'} />
        </h1>
      )}
      {tools}
      {messages}
      {!isWriting &&
        (shown?.note.text === note.typed.text ? (
          <TickableNote html={shown.html} onTick={tick} />
        ) : (
          <p className={styles.plain} dir="auto">
            <WithAddresses text={note.typed.text} />
          </p>
        ))}
    </article>
  )
}

const menuId = 'note-menu'

const isEmptyText = (text: NoteText) => noteProblem(text) === 'note-empty'

/** Says that the note was deleted elsewhere, or is now a copy. */
function NoteNotice({ note: { copyOf }, isGone }: { note: NoteState; isGone: boolean }) {
  return (
    <div role="status">
      {isGone && (
        <p className={message.note}>
          This note was deleted on another device. It’s in <a href={noteRoutes.trash()}>the trash</a>.
        </p>
      )}
      {copyOf !== null && (
        <p className={message.note}>
          The note was changed or deleted elsewhere while you wrote. Both are kept: yours is this copy, and{' '}
          <a href={noteRoutes.note(copyOf)}>this is the other</a>.
        </p>
      )}
    </div>
  )
}

function NoteMissing() {
  return (
    <article>
      <h1>There’s no note here</h1>
      <p className={prose.lead}>It may have been deleted, or belong to another account.</p>
      <p>
        Look in <a href={noteRoutes.trash()}>the trash</a> or go to <a href={routes.app}>your notes</a>.
      </p>
    </article>
  )
}

/** `onTick` gets the task's line in the text, and returns false if it's no longer a task. */
type TickableProps = { html: string; onTick: (line: number, isDone: boolean) => boolean }

/** A rendered note with check boxes that work. */
function TickableNote({ html, onTick }: TickableProps) {
  const body = useRef<HTMLDivElement>(null)
  const tick = useEffectEvent(onTick)
  const focused = useRef<string | undefined>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has new boxes
  useEffect(() => {
    const { current } = body
    if (!current) return
    const boxes = [...current.querySelectorAll('input')]
    for (const box of boxes) box.disabled = false
    // New HTML has replaced the box that was ticked.
    if (document.activeElement === document.body)
      boxes.find(({ dataset }) => dataset.line === focused.current)?.focus({ preventScroll: true })
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      focused.current = target.dataset.line
      if (!tick(Number(target.dataset.line), target.checked)) target.checked = !target.checked
    }
    current.addEventListener('change', onChange)
    return () => current.removeEventListener('change', onChange)
  }, [html])

  return <NoteBody ref={body} html={html} />
}

type StatusProps = { note: NoteState; now: string; returnPath: SitePath }

/** Whether the text is saved. Screen readers hear a status only when it changes, not with each save. */
function SaveStatus({ note, now, returnPath }: StatusProps) {
  const status = saveStatus(note)
  const problem = describeSaveError(status)
  return (
    <div className={`tight ${styles.status}`}>
      <p id={saveStatusId} className={problem ? styles.problem : undefined} data-status={status.status}>
        <span>{problem ?? describeProgress(note, status)}</span>{' '}
        {status.status === 'saved' && note.saved && <RelativeTime at={note.saved.changedAt} now={now} />}
        {status.status === 'signed-out' && <a href={routes.loginThen(returnPath)}>Sign in again</a>}
      </p>
      <Announcement words={problem ?? describeAnnouncement(note, status)} />
    </div>
  )
}

function describeProgress({ saved, isUpdated }: NoteState, { status }: SaveState): string {
  if (status === 'saving') return 'Saving…'
  if (saved === null) return 'Saved as you type'
  return isUpdated ? updatedElsewhere : 'Saved'
}

/** Announces `words` when they change, but not the first ones; null leaves the last announcement. */
function Announcement({ words }: { words: string | null }) {
  const [{ last, announced }, set] = useState({ last: words, announced: '' })
  if (words !== null && words !== last) set({ last: words, announced: words })
  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  )
}

function describeAnnouncement({ saved, isUpdated }: NoteState, { status }: SaveState): string | null {
  if (status !== 'saved' || saved === null) return null
  return isUpdated ? `${updatedElsewhere}.` : 'Saved.'
}

const updatedElsewhere = 'Updated from another tab or device'

function describeSaveError(status: SaveState): string | null {
  switch (status.status) {
    case 'saved':
    case 'saving':
      return null
    case 'signed-out':
      return 'Not saved: your session has ended. Your text is kept in this tab.'
    // The draft is not shown to the other account.
    case 'other-user':
      return 'Not saved: another account is signed in now. Copy your text before you leave this page.'
    case 'refused':
      if (status.retryAfterSeconds !== null)
        return 'Not saved: too many changes in a short time. We’ll retry in a minute.'
      if (status.problem) return `Not saved. ${describeNoteProblem(status.problem)}`
  }
  return navigator.onLine
    ? 'Not saved: we couldn’t reach the server. We’ll retry.'
    : 'Not saved: you’re offline. Your text is kept in this tab until you’re back.'
}
