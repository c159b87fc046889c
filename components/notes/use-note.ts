'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createNoteStore, type NoteStore } from '@/lib/browser/notes/autosave'
import { createNoteChannel } from '@/lib/browser/notes/channel'
import { countSignOuts, readDrafts, storeDraft } from '@/lib/browser/notes/drafts'
import { fetchNote, putNote } from '@/lib/browser/notes/notes'
import type { PollResult } from '@/lib/browser/notes/watch'
import { watchForSignIn } from '@/lib/browser/session/session'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteId, type NoteText, noteName, type RenderedNote } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/site/note-routes'

type Options = {
  id: NoteId
  open: RenderedNote | null
  config: PublicConfig
  userId: string
  startsWriting: boolean
}

/** The note of a page: its text, saved as one types and kept in this tab until it is; and as the server shows it. */
export function useNote({ id, open, config, userId, startsWriting }: Options) {
  const isLeaving = useRef(false)
  const [store] = useState(() =>
    createNoteStore({
      id,
      stored: open?.note ?? null,
      save: (typed) =>
        putNote(config, { ...typed, userId }, { keepalive: isLeaving.current && fitsKeepalive(typed) }),
    }),
  )
  const note = useSyncExternalStore(store.subscribe, store.current, store.current)
  const [shown, setShown] = useState(open)
  const [isWriting, setWriting] = useState(startsWriting)
  const [isKept, setKept] = useState(true)
  const [isGone, setGone] = useState(false)
  const etag = useRef<string | null>(null)
  const tabs = useRef<ReturnType<typeof createNoteChannel>>(null)

  useEffect(() => {
    const signOuts = countSignOuts()
    let before = store.current()
    const follow = () => {
      const now = store.current()
      // The text has become another note.
      if (now.id !== before.id) storeDraft(userId, before.id, null, signOuts)
      setKept(storeDraft(userId, now.id, store.draft(), signOuts))
      // A new note has its address as soon as there is something to come back to.
      const place = noteRoutes.note(now.id)
      if (location.pathname !== place && now.typed !== before.typed) history.replaceState(null, '', place)
      if (now.base !== null && now.base !== before.base) tabs.current?.tell({ event: 'saved', id: now.id })
      before = now
    }
    store.resume()
    const stopFollowing = store.subscribe(follow)
    const draft = readDrafts(userId)[id]
    if (draft) store.takeUp(draft)
    if (store.draft()) setWriting(true)
    const stopWatching = watchPage(store, (work) => {
      isLeaving.current = true
      work()
      isLeaving.current = false
    })
    return () => {
      stopFollowing()
      stopWatching()
      store.close()
    }
  }, [store, userId, id])

  /** Asks what other devices have made of it, and how the server shows it. */
  async function look(): Promise<PollResult> {
    const { id: asked, base } = store.current()
    if (base === null) return 'answered'
    const answer = await fetchNote(config, asked, etag.current)
    if (answer.status === 'signed-out' || answer.status === 'other-user') return 'signed-out'
    // The text has become another note meanwhile.
    if (store.current().id !== asked) return 'answered'
    setGone(answer.status === 'gone')
    if (answer.status === 'unchanged' || answer.status === 'gone') return 'answered'
    if (answer.status !== 'open') return 'failed'
    etag.current = answer.etag
    setShown(answer.open)
    store.adopt(answer.open.note)
    return 'answered'
  }

  async function stopWriting(): Promise<boolean> {
    const isSaved = await store.flush()
    if (isSaved) setWriting(false)
    return isSaved
  }

  const hear = useRef({ look, stopWriting })
  useEffect(() => {
    hear.current = { look, stopWriting }
  })
  useEffect(() => {
    const joined = createNoteChannel(({ event, id: where }) => {
      if (where !== store.current().id) return
      void (event === 'saved' ? hear.current.look() : hear.current.stopWriting())
    })
    tabs.current = joined
    return joined.stop
  }, [store])

  const version = note.saved?.version
  const isBehind = !isWriting && version !== undefined && shown?.note.version !== version
  useEffect(() => {
    if (isBehind) void hear.current.look()
  }, [isBehind])

  // The page's title follows the note's name.
  const name = note.saved && noteName(note.saved)
  useEffect(() => {
    if (name) document.title = `${name} · Foyer`
  }, [name])

  return {
    note,
    store,
    /** As the server last gave it; its `html` is of the version that it names. */
    shown,
    setShown,
    isWriting,
    isKept,
    /** Deleted elsewhere. */
    isGone,
    look,
    write(): void {
      tabs.current?.tell({ event: 'writing', id: store.current().id })
      setWriting(true)
    },
    stopWriting,
  }
}

/** Saves when the page gets back to it, and once more before it is left: `last` marks what may outlive the page. */
function watchPage(store: NoteStore, last: (work: () => void) => void): () => void {
  const stopping = new AbortController()
  const tryNow = () => void store.flush()
  const leave = () => last(tryNow)
  const see = () => (document.visibilityState === 'hidden' ? leave() : tryNow())
  window.addEventListener('online', tryNow, stopping)
  window.addEventListener('pagehide', leave, stopping)
  document.addEventListener('visibilitychange', see, stopping)
  const stopSignIn = watchForSignIn(() => store.current().saveError?.status === 'stopped' && tryNow())
  const stopTabs = watchTabs((event) => {
    // Leave nothing behind after signing out.
    if (isSignOut(event)) store.close()
    else if (event === 'signed-in') tryNow()
  })
  return () => {
    stopping.abort()
    stopSignIn()
    stopTabs()
  }
}

/** Browsers refuse more than 64 KB once a page is left. */
function fitsKeepalive(text: NoteText): boolean {
  return new Blob([JSON.stringify(text)]).size < 60_000
}
