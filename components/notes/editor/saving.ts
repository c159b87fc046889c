'use client'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Autosave, openAutosave } from '@/lib/browser/notes/autosave'
import { countSignOuts, keepDraft, keptDrafts } from '@/lib/browser/notes/drafts'
import { type StoredNote, saveNote } from '@/lib/browser/notes/notes'
import { watchTabs } from '@/lib/browser/session/tabs'
import type { PublicConfig } from '@/lib/config/config'
import { bytesOf } from '@/lib/notes/limits'
import { isSameText, type NoteId, type NoteText } from '@/lib/notes/note'

type Options = {
  id: NoteId
  note: StoredNote | null
  config: PublicConfig
  userId: string
  onSaved: (note: StoredNote) => void
}

export type Saving = ReturnType<typeof useSaving>

/** What is typed into a note, kept in this tab until it is saved, and how far that has come. */
export function useSaving({ id, note, config, userId, onSaved }: Options) {
  const saved = useRef(onSaved)
  useEffect(() => {
    saved.current = onSaved
  })
  const isLeaving = useRef(false)
  const [autosave] = useState<Autosave>(() =>
    openAutosave({
      stored: note,
      draft: keptDrafts(userId)[id] ?? null,
      save: (text, base) =>
        saveNote(config, { id, ...text, base, userId }, { keepalive: isLeaving.current && isSmall(text) }),
      onSaved: (stored) => saved.current(stored),
    }),
  )
  const [opened] = useState<NoteText>(() => note ?? { title: '', text: '' })
  const [typed, setTyped] = useState(autosave.typed)
  const [isKept, setKept] = useState(true)
  const [signOuts] = useState(countSignOuts)
  const state = useSyncExternalStore(autosave.state.subscribe, autosave.state.current, autosave.state.current)

  // Kept until the site has acknowledged this very text, but no longer than its writer stays.
  const keep = useCallback(() => {
    if (!Object.is(countSignOuts(), signOuts)) {
      void autosave.stop()
      return
    }
    const { title, text } = autosave.typed()
    setKept(keepDraft(userId, id, autosave.isDirty() ? { title, text, base: autosave.base() } : null))
  }, [autosave, userId, id, signOuts])

  useEffect(() => {
    keep()
    return autosave.state.subscribe(() => {
      setTyped(autosave.typed())
      keep()
    })
  }, [autosave, keep])

  useEffect(() => {
    if (note) autosave.adopt(note)
  }, [autosave, note])

  useEffect(() => {
    const tryNow = () => {
      keep()
      void autosave.flush()
    }
    const leave = () => {
      isLeaving.current = document.visibilityState === 'hidden'
      tryNow()
    }
    window.addEventListener('online', tryNow)
    document.addEventListener('visibilitychange', leave)
    const stopWatching = watchTabs((event) => event === 'signed-in' && tryNow())
    return () => {
      window.removeEventListener('online', tryNow)
      document.removeEventListener('visibilitychange', leave)
      stopWatching()
      autosave.close()
    }
  }, [autosave, keep])

  function type(text: NoteText) {
    setTyped(text)
    autosave.type(text)
    keep()
  }

  return {
    id,
    userId,
    config,
    typed,
    state,
    isKept,
    type,
    /** Whether all is saved. */
    async finish(): Promise<boolean> {
      await autosave.flush()
      return autosave.state.current().status === 'saved'
    },
    /**
     * Goes back to the text as it was opened. Returns what was typed instead; null if that is the same. What a new note had
     * is only forgotten here.
     */
    async discard(): Promise<NoteText | null> {
      const discarded = autosave.typed()
      if (isSameText(discarded, opened)) return null
      if (note === null) {
        await autosave.stop()
        keepDraft(userId, id, null)
        return discarded
      }
      autosave.type(opened)
      keep()
      await autosave.flush()
      return discarded
    },
    settle: (theirs: StoredNote, text: NoteText) => autosave.settle(theirs, text),
    restart: () => autosave.restart(),
  }
}

/** Browsers refuse more than 64 KB after a page is gone. */
function isSmall({ text }: NoteText): boolean {
  return bytesOf(text) < 60_000
}
