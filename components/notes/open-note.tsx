'use client'
import { useState } from 'react'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { withDeleted, withGone, withNote, withShared, withState } from '@/lib/browser/notes/changes'
import { type Draft, keepDraft } from '@/lib/browser/notes/drafts'
import { find, type ListEntry, unknownTime } from '@/lib/browser/notes/list'
import { deleteNote, type NoteFailure, type StoredNote } from '@/lib/browser/notes/notes'
import type { Share } from '@/lib/notes/share'
import { NoteEditor } from './editor/editor'
import { NoteFailureMessage, unexpectedFailure } from './failure'
import notes from './notes.module.css'
import type { NotesPage } from './notes-page'
import { useOpenedNote } from './opened'
import { RenderedNote } from './rendered'
import styles from './row.module.css'
import { NoteShare } from './share/share'

type Props = { entry: ListEntry; name: string; nameId: string; page: NotesPage }

/** A note in its row, whole: read, or being edited. */
export function OpenNote({ entry, name, nameId, page }: Props) {
  const { store, config, userId, say, returnFocus } = page
  const { id, version } = entry.note
  const { opened, failure, retry, adopt, adoptShare } = useOpenedNote(entry, page)
  const { isBusy, problem, run } = useAction<NoteFailure>(unexpectedFailure)
  const [notDiscarded, setNotDiscarded] = useState<NoteFailure | null>(null)
  const [discarded, setDiscarded] = useState<Draft | null>(null)
  const isNew = version === 0 || opened?.asked === null

  function onSaved(stored: StoredNote) {
    store.change((list) => withNote(list, stored))
    if (stored.id === id) adopt(stored)
    setNotDiscarded(null)
  }

  async function stopEditing(typed?: Draft): Promise<boolean> {
    if (isNew && typed) return discardNew(typed)
    setDiscarded(typed ?? null)
    store.change((list) => withState(list, id, isNew ? 'closed' : 'open'))
    returnFocus(find(store.current().list, id) ? id : null)
    return true
  }

  async function discardNew({ title, text }: Draft): Promise<boolean> {
    setNotDiscarded(null)
    // It may have been saved since this was rendered.
    const isSaved = (find(store.current().list, id)?.note.version ?? 0) > 0
    const outcome = isSaved ? await deleteNote(config, id) : null
    if (outcome && outcome.status !== 'deleted' && outcome.status !== 'gone') {
      setNotDiscarded(outcome)
      return false
    }
    const stored = {
      id,
      title,
      text,
      version: 1,
      createdAt: unknownTime,
      changedAt: unknownTime,
      isPinned: false,
    }
    store.change((list) => withDeleted(withNote(list, stored), stored))
    say('Discarded.')
    returnFocus(id)
    return true
  }

  function takeUp(typed: Draft) {
    keepDraft(userId, id, typed)
    setDiscarded(null)
    store.change((list) => withState(list, id, 'edited'))
  }

  function close() {
    store.change((list) => withState(list, id, 'closed'))
    returnFocus(id)
  }

  function onShared(share: Share | null) {
    adoptShare(share)
    store.change((list) => withShared(list, id, share !== null && !share.hasEnded))
  }

  const remove = () =>
    run(async () => {
      const outcome = await deleteNote(config, id)
      if (outcome.status !== 'deleted' && outcome.status !== 'gone') return { problem: outcome }
      store.change((list) =>
        outcome.status === 'deleted' ? withDeleted(list, outcome.note) : withGone(list, id),
      )
      say(`Deleted “${name}”.`)
      returnFocus(id)
      return null
    })

  const isWritable = isNew || opened !== null || failure?.status === 'gone'
  if (entry.state === 'edited' && isWritable) {
    return (
      <>
        <NoteEditor
          id={id}
          note={opened?.asked ?? null}
          config={config}
          userId={userId}
          onSaved={onSaved}
          onClose={stopEditing}
        />
        {notDiscarded && <NoteFailureMessage what="Nothing was discarded." failure={notDiscarded} />}
      </>
    )
  }
  return (
    <div className={styles.open}>
      {discarded && (
        <div className={notes.discarded}>
          <p role="status">Your changes were discarded.</p>
          <Button onClick={() => takeUp(discarded)}>Undo</Button>
        </div>
      )}
      {opened && <NoteBody html={opened.html} text={opened.note.text} />}
      {!opened && !failure && <Skeleton words="Opening…" lines={3} />}
      {failure && <NoteFailureMessage what="Couldn’t open this note." failure={failure} onRetry={retry} />}
      {problem && <NoteFailureMessage what="Not deleted." failure={problem} />}
      <div className={styles.actions}>
        {opened && (
          <>
            <Button
              aria-describedby={nameId}
              onClick={() => store.change((list) => withState(list, id, 'edited'))}
            >
              Edit
            </Button>
            <NoteShare note={opened.note} config={config} onChange={onShared} />
            <Button look="dangerQuiet" aria-describedby={nameId} isBusy={isBusy} onClick={remove}>
              Delete
            </Button>
          </>
        )}
        <Button className={styles.close} aria-describedby={nameId} onClick={close}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** Until the server has rendered what was just saved, the text as it was typed. */
function NoteBody({ html, text }: { html: string | null; text: string }) {
  if (html !== null) return <RenderedNote html={html} />
  return (
    <p className={styles.plain} dir="auto">
      {text}
    </p>
  )
}
