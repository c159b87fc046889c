'use client'
import { useEffect, useState } from 'react'
import { withGone, withNote } from '@/lib/browser/notes/changes'
import type { ListEntry } from '@/lib/browser/notes/list'
import { type NoteFailure, openNote, type StoredNote } from '@/lib/browser/notes/notes'
import type { Note } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import { unexpectedFailure } from './failure'
import type { NotesPage } from './notes-page'

/** `html` is null after a save until the server has rendered it. `asked`: as the server last gave it. */
type Opened = { note: Note; html: string | null; asked: Note | null }

/** The whole of a listed note. Asked for when it's opened, and again when the list knows a later version. */
export function useOpenedNote({ note, state }: ListEntry, { config, store, say }: NotesPage) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<NoteFailure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { id, version, changedAt } = note
  const isEdited = state === 'edited'
  const isNew = version === 0
  const isNeeded = !isNew && !isCurrent(opened, { changedAt, isEdited, isShared: note.isShared })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a later version and a retry ask again.
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    const asking = openNote(config, id).catch((error: unknown) => {
      if (!isOver) setFailure(unexpectedFailure)
      throw error
    })
    void asking.then((answer) => {
      if (isOver) return
      if (answer.status !== 'open') {
        setFailure(answer)
        if (answer.status !== 'gone' || isEdited) return
        store.change((list) => withGone(list, id))
        return say('This note was deleted on another device.')
      }
      const { note: asked, html } = answer.open
      setOpened({ note: asked, html, asked })
      setFailure(null)
      if (asked.changedAt > changedAt) store.change((list) => withNote(list, asked))
    })
    return () => {
      isOver = true
    }
  }, [isNeeded, id, changedAt, note.isShared, attempt, config, store])

  return {
    opened,
    failure,
    retry() {
      setFailure(null)
      setAttempt(attempt + 1)
    },
    /** Takes over what was saved here. */
    adopt(stored: StoredNote) {
      setOpened((before) => ({
        note: { ...stored, share: before?.note.share ?? null },
        html: null,
        asked: before?.asked ?? null,
      }))
    },
    adoptShare(share: Share | null) {
      setOpened((before) => before && { ...before, note: { ...before.note, share } })
    },
  }
}

type Wanted = { changedAt: string; isEdited: boolean; isShared: boolean }

function isCurrent(opened: Opened | null, { changedAt, isEdited, isShared }: Wanted): boolean {
  if (!opened || opened.note.changedAt < changedAt) return false
  const { share } = opened.note
  return isEdited || (opened.html !== null && isShared === (share !== null && !share.hasEnded))
}
