'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Autosave, openAutosave } from '@/lib/browser/notes/autosave'
import { countSignOuts, keepDraft, keptDrafts } from '@/lib/browser/notes/drafts'
import { type StoredNote, saveNote } from '@/lib/browser/notes/notes'
import { watchForSignIn } from '@/lib/browser/session/session'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import type { PublicConfig } from '@/lib/config/config'
import { isSameText, type NoteId, type NoteText } from '@/lib/notes/note'

type Options = {
  id: NoteId
  note: StoredNote | null
  config: PublicConfig
  userId: string
  onSaved: (note: StoredNote) => void
}

/** What was typed before theirs was chosen. */
type Dropped = { text: NoteText; instead: NoteText }

export type Saving = ReturnType<typeof useSaving>

/** What is typed into a note, kept in this tab until it is saved, and how far that has come. Only in the browser. */
export function useSaving({ id, note, config, userId, onSaved }: Options) {
  const saved = useRef(onSaved)
  useEffect(() => {
    saved.current = onSaved
  })
  const isLeaving = useRef(false)
  const [signOuts] = useState(countSignOuts)
  const [autosave] = useState<Autosave>(() =>
    openAutosave({
      stored: note,
      draft: keptDrafts(userId)[id] ?? null,
      save: (text, base) =>
        saveNote(config, { id, ...text, base, userId }, { keepalive: isLeaving.current && isSmall(text) }),
      onSaved: (stored) => saved.current(stored),
    }),
  )
  const [isKept, setKept] = useState(true)
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const state = useSyncExternalStore(autosave.state.subscribe, autosave.state.current, autosave.state.current)

  // Until the site has acknowledged this very text.
  useEffect(() => {
    const keep = () => setKept(keepDraft(userId, id, autosave.draft(), signOuts))
    keep()
    return autosave.state.subscribe(keep)
  }, [autosave, userId, id, signOuts])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes while a text is under way is asked again after it.
  useEffect(() => {
    if (note) autosave.adopt(note)
  }, [autosave, note, state])

  useEffect(() => {
    autosave.resume()
    const stop = watchPage(autosave, (work) => {
      isLeaving.current = true
      work()
      isLeaving.current = false
    })
    return () => {
      stop()
      autosave.close()
    }
  }, [autosave])

  return {
    typed: autosave.typed(),
    state,
    isKept,
    type: autosave.type,
    cancel: autosave.cancel,
    /** What was cancelled is written on after all. */
    goOn({ title, text }: NoteText): void {
      autosave.resume()
      autosave.type({ title, text })
    },
    restart: autosave.restart,
    /** Whether all is saved. */
    async finish(): Promise<boolean> {
      await autosave.flush()
      return autosave.state.current().status === 'saved'
    },
    chooseMine: (theirs: StoredNote) => autosave.settle(theirs, autosave.typed()),
    chooseTheirs(theirs: StoredNote): void {
      setDropped({ text: autosave.typed(), instead: theirs })
      void autosave.settle(theirs, theirs)
    },
    /** Whether theirs was chosen, and what was typed can come back. */
    hasDropped: dropped !== null,
    /** Changes places with what was dropped. */
    takeBack(): void {
      if (!dropped) return
      const typed = autosave.typed()
      // Written since, it can come back in turn.
      setDropped(isSameText(typed, dropped.instead) ? null : { text: typed, instead: dropped.text })
      autosave.type(dropped.text)
    },
  }
}

/** Saves when the page gets back to it, and once more before it is left: `last` marks what may outlive the page. */
function watchPage(autosave: Autosave, last: (work: () => void) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const tryNow = () => void autosave.flush()
  const leave = () => last(tryNow)
  const look = () => (document.visibilityState === 'hidden' ? leave() : tryNow())
  window.addEventListener('online', tryNow, { signal })
  window.addEventListener('pagehide', leave, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  const stopSignIn = watchForSignIn(() => autosave.state.current().status === 'stopped' && tryNow())
  const stopTabs = watchTabs((event) => {
    // Leave nothing behind after signing out.
    if (isSignOut(event)) autosave.close()
    else if (event === 'signed-in') tryNow()
  })
  return () => {
    stopping.abort()
    stopSignIn()
    stopTabs()
  }
}

/** Browsers refuse more than 64 KB once a page is left. */
function isSmall(text: NoteText): boolean {
  return new Blob([JSON.stringify(text)]).size < 60_000
}
