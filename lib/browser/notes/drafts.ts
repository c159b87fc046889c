import 'client-only'
import { forgetPersonal, personal, signOutsKey, tryStorage, withLock } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import { parseJson } from '@/lib/json'
import { parseNoteId } from '@/lib/notes/note'
import { createNoteStore, type Draft, type NoteStore, type NoteStoreOptions } from './autosave'
import { putNote } from './notes'

/**
 * Unsaved note texts by note ID, in this tab's storage until they're saved or the user signs out in any tab. They survive an
 * expired or remotely ended session.
 */
export type Drafts = Record<string, Draft>
type StoredDrafts = { userId: string; texts: Drafts; signOuts: number }

/** Returns this user's drafts, and deletes another user's. */
export function readDrafts(userId: string): Drafts {
  const stored = readStoredDrafts()
  if (stored?.userId === userId) return stored.texts
  if (stored) deleteDrafts()
  return {}
}

/**
 * Stores a draft; null deletes it. Returns false if storage is full or disabled, or if anyone has signed out since `signOuts`
 * was read: a page that is being left must not restore what the sign-out deleted.
 */
export function storeDraft(
  userId: string,
  noteId: string,
  draft: Draft | null,
  signOuts = countSignOuts(),
): boolean {
  if (signOuts !== countSignOuts()) return false
  const texts = { ...readDrafts(userId) }
  if (draft) texts[noteId] = draft
  else delete texts[noteId]
  if (Object.keys(texts).length > 0) return store({ userId, texts, signOuts })
  deleteDrafts()
  return true
}

/** Keeps the store's unsaved text as a draft, under its new ID once it becomes a copy. `onStored`: whether it survives a reload. */
export function keepDraft(
  store: NoteStore,
  userId: string,
  onStored: (isStored: boolean) => void = () => undefined,
): () => void {
  const signOuts = countSignOuts()
  let { id } = store.current()
  function keep(): void {
    const before = id
    id = store.current().id
    onStored(storeDraft(userId, id, store.draft(), signOuts))
    if (id !== before) storeDraft(userId, before, null, signOuts)
  }
  // Something may have been typed before.
  if (store.draft()) keep()
  return store.subscribe(keep)
}

/** The note of this page, which saves its own draft. Returns the function to call when its page is gone. */
export function setOpenNote(store: NoteStore): () => void {
  openNote = store
  return () => {
    openNote = null
  }
}

let openNote: NoteStore | null = null
let running: Promise<boolean> | null = null

/**
 * Saves this tab's drafts, such as those whose page was left before the response: a text that the server has stays as it is
 * there. Returns whether all was saved that could be; the rest stays a draft.
 */
export function saveDrafts(config: PublicConfig): Promise<boolean> {
  running ??= saveAll(config).finally(() => {
    running = null
  })
  return running
}

async function saveAll(config: PublicConfig): Promise<boolean> {
  let isSaved = (await openNote?.flush()) ?? true
  const { userId, texts } = readStoredDrafts() ?? { userId: '', texts: {} }
  for (const [key, draft] of Object.entries(texts)) {
    const id = parseNoteId(key)
    if (!id || id === openNote?.current().id) continue
    const save: NoteStoreOptions['save'] = (typed) => putNote(config, { ...typed, userId })
    const store = createNoteStore({ id, stored: null, save })
    const stopKeeping = keepDraft(store, userId)
    store.restore(draft)
    await store.flush()
    // What is too long or empty is never sent.
    isSaved = store.current().failure === null && isSaved
    store.close()
    stopKeeping()
  }
  return isSaved
}

/** Waits for a save before the page is left, but not long: what isn't saved by then stays a draft. */
export async function waitToLeave(saving: Promise<unknown>): Promise<void> {
  await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}

const maxWaitMs = 2_000

/** Whether signing out would delete a draft, in this tab or another open one. */
export async function hasDrafts(): Promise<boolean> {
  if (readStoredDrafts()) return true
  const held = await withLock(lockName, { ifAvailable: true }, async (lock) => lock === null)
  return held?.result ?? false
}

/** Holds a lock while this tab has drafts, so other tabs know. */
export function announceDrafts(): void {
  if (releaseLock || !readStoredDrafts()) return
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve
  })
  void withLock(lockName, { mode: 'shared' }, () => released)
}

const lockName = 'foyer-unsaved'
let releaseLock: (() => void) | null = null

function store(drafts: StoredDrafts): boolean {
  const isStored = tryStorage(({ session }) => {
    session.setItem(personal.drafts, JSON.stringify(drafts))
    return true
  })
  announceDrafts()
  return isStored ?? false
}

function deleteDrafts(): void {
  forgetPersonal([personal.drafts])
  releaseLock?.()
  releaseLock = null
}

/** Returns this tab's drafts, whoever's. Deletes those from before the last sign-out, and malformed ones. */
function readStoredDrafts(): StoredDrafts | null {
  const text = tryStorage(({ session }) => session.getItem(personal.drafts)) ?? null
  if (text === null) return null
  const stored = parseStoredDrafts(parseJson(text))
  if (stored?.signOuts === countSignOuts()) return stored
  deleteDrafts()
  return null
}

/** How often anyone has signed out in this browser. */
export function countSignOuts(): number {
  return Number(tryStorage(({ local }) => local.getItem(signOutsKey)) ?? null)
}

/** What this tab wrote: another shape is of another release. */
function parseStoredDrafts(value: unknown): StoredDrafts | null {
  if (typeof value !== 'object' || value === null) return null
  const { userId, texts, signOuts } = value as Partial<StoredDrafts>
  return typeof userId === 'string' && texts && typeof signOuts === 'number'
    ? { userId, texts, signOuts }
    : null
}
