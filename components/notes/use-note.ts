'use client'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { isForNewTab } from '@/components/ui/site-link'
import { createNoteStore, type NoteStore, type NoteStoreOptions } from '@/lib/browser/notes/autosave'
import { keepDraft, readDrafts, setOpenNote, waitToLeave } from '@/lib/browser/notes/drafts'
import { fetchIfChanged, isSignedOut, putNote } from '@/lib/browser/notes/notes'
import { type PollResult, watchNotes } from '@/lib/browser/notes/watch'
import { isSignOut, watchForSignIn, watchTabs } from '@/lib/browser/session/session'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteId, type NoteText, noteName, type RenderedNote } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import * as brand from '@/lib/site/brand'

export type NoteProps = {
  id: NoteId
  /** Null for a new note, and for a missing one, which may still have a draft in this tab. */
  open: RenderedNote | null
  isNew: boolean
  config: PublicConfig
  userId: string
}

/** The note of a page: its text, which autosaves and has a draft in this tab until then, and what the server last sent. */
export function useNote({ id, open, isNew, config, userId }: NoteProps) {
  const [store] = useState(() => {
    const save: NoteStoreOptions['save'] = (typed) =>
      // Its request continues when the page is gone.
      putNote(config, { ...typed, userId }, { keepalive: fitsKeepalive(typed) })
    return createNoteStore({ id, stored: open?.note ?? null, save })
  })
  const note = useSyncExternalStore(store.subscribe, store.current, store.current)
  const [shown, setShown] = useState(open)
  const [isWriting, setWriting] = useState(isNew)
  const [isDraftStored, setDraftStored] = useState(true)
  const [isGone, setGone] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const etag = useRef<string | null>(null)

  useEffect(() => {
    store.resume()
    const stopKeeping = keepDraft(store, userId, (isStored) => {
      setDraftStored(isStored)
      // A new note gets its address as soon as it has a draft.
      const route = noteRoutes.note(store.current().id)
      if (location.pathname !== route && store.draft()) history.replaceState(null, '', route)
    })
    const draft = readDrafts(userId)[id]
    if (draft) store.restore(draft)
    if (store.draft()) setWriting(true)
    const stopWatching = watchPage(store)
    const close = setOpenNote(store)
    return () => {
      close()
      stopKeeping()
      stopWatching()
      store.close()
    }
  }, [store, userId, id])

  /** Fetches what other devices have changed, and the rendered text. */
  const refresh = useEffectEvent(async (): Promise<PollResult> => {
    const { id: requested, base } = store.current()
    if (base === null) return 'answered'
    const result = await fetchIfChanged<RenderedNote>(config, noteRequests.note(requested), etag.current)
    if (isSignedOut(result)) return 'signed-out'
    // The text has become a copy since.
    if (store.current().id !== requested) return 'answered'
    setGone(result.status === 'gone')
    if (result.status === 'unchanged' || result.status === 'gone') return 'answered'
    if (result.status !== 'fetched') return 'failed'
    etag.current = result.etag
    setShown(result.value)
    store.merge(result.value.note)
    return 'answered'
  })
  useEffect(() => watchNotes(() => refresh()), [])

  const version = note.saved?.version
  const isBehind = !isWriting && version !== undefined && shown?.note.version !== version
  useEffect(() => {
    if (isBehind) void refresh()
  }, [isBehind])

  const name = note.saved && noteName(note.saved)
  useEffect(() => {
    if (name) document.title = brand.pageTitle(name)
  }, [name])

  return {
    note,
    store,
    /** The note as the server last sent it, with the HTML of that version. */
    shown,
    setShown,
    isWriting,
    isDraftStored,
    /** Deleted on another device. */
    isGone,
    startWriting: () => setWriting(true),
    isEnding,
    /** Saves, and shows the rendered text. Text that can't be sent now is shown as typed; what is invalid stays in its fields. */
    async stopWriting(): Promise<void> {
      setEnding(true)
      const isSaved = await store.flush()
      const { failure, saved } = store.current()
      if (isSaved && saved?.version !== shown?.note.version) await waitToLeave(refresh())
      setEnding(false)
      if (isSaved || (failure?.status === 'unreachable' && isDraftStored)) setWriting(false)
    },
  }
}

/** Saves when the page is back online, shown or signed in, and before it's hidden or left. */
function watchPage(store: NoteStore): () => void {
  const stopping = new AbortController()
  const flush = () => void store.flush()
  /** The next page shows what is saved, so a link of ours waits for it. */
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!store.draft() || link?.origin !== location.origin || link.target !== '') return
    if (event.defaultPrevented || isForNewTab(event)) return
    event.preventDefault()
    void waitToLeave(store.flush()).finally(() => location.assign(link.href))
  }
  window.addEventListener('online', flush, stopping)
  window.addEventListener('pagehide', flush, stopping)
  document.addEventListener('visibilitychange', flush, stopping)
  document.addEventListener('click', onClick, stopping)
  const stopSignIn = watchForSignIn(() => {
    const { failure } = store.current()
    if (failure && isSignedOut(failure)) flush()
  })
  const stopTabs = watchTabs((event) => {
    // Leave nothing behind after signing out.
    if (isSignOut(event)) store.close()
    else if (event === 'signed-in') flush()
  })
  return () => {
    stopping.abort()
    stopSignIn()
    stopTabs()
  }
}

/** Browsers refuse `keepalive` bodies over 64 KB. */
function fitsKeepalive(text: NoteText): boolean {
  return new Blob([JSON.stringify(text)]).size < 60_000
}
