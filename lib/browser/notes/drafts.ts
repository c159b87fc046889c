import 'client-only'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import { forgetPersonal, personal, signOutsKey, tryStorage, withLock } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'
import type { NoteText } from '@/lib/notes/note'

/**
 * Unsaved note texts by note ID, in this tab's storage until they're saved or the user signs out in any tab. They survive an
 * expired or remotely ended session.
 */
export type Drafts = Record<string, Draft>
type StoredDrafts = { userId: string; texts: Drafts; signOuts: number }

/** `base`: the version it is based on; null for a new note. `sent`: an earlier text that the server may have. */
export type Draft = NoteText & { base: number | null; sent?: NoteText }

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

/** Whether signing out would delete a draft, in this tab or another open one. */
export async function hasDrafts(): Promise<boolean> {
  if (readStoredDrafts()) return true
  const held = await withLock(lockName, { ifAvailable: true }, async (lock) => lock === null)
  return held?.result ?? false
}

/** Holds a lock while this tab has drafts, so other tabs know. */
export function announceDrafts(): void {
  acquireLock()
  if (isAnnouncing) return
  isAnnouncing = true
  watchTabs((event) => isSignOut(event) && releaseLock())
  // A page holding a lock can't enter the back/forward cache.
  window.addEventListener('pagehide', releaseLock)
  window.addEventListener('pageshow', acquireLock)
}

let isAnnouncing = false

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
  releaseLock()
}

/** Returns this tab's drafts, whoever's. Deletes those from before the last sign-out, and malformed ones. */
export function readStoredDrafts(): StoredDrafts | null {
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

const lockName = 'foyer-unsaved'
let resolveLock: (() => void) | null = null

function acquireLock(): void {
  if (resolveLock || !readStoredDrafts()) return
  const released = new Promise<void>((resolve) => {
    resolveLock = resolve
  })
  void withLock(lockName, { mode: 'shared' }, () => released)
}

function releaseLock(): void {
  resolveLock?.()
  resolveLock = null
}

function parseStoredDrafts(value: unknown): StoredDrafts | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('userId' in value && 'texts' in value && 'signOuts' in value)) return null
  const { userId, texts, signOuts } = value
  if (typeof texts !== 'object' || texts === null) return null
  const drafts = Object.entries(texts).map(([id, draft]) => [id, parseDraft(draft)] as const)
  const areDrafts = drafts.every((entry): entry is [string, Draft] => entry[1] !== null)
  return areDrafts && typeof userId === 'string' && typeof signOuts === 'number'
    ? { userId, texts: Object.fromEntries(drafts), signOuts }
    : null
}

function parseDraft(value: unknown): Draft | null {
  const text = parseText(value)
  if (!text || typeof value !== 'object' || value === null || !('base' in value)) return null
  const { base } = value
  if (base !== null && typeof base !== 'number') return null
  const sent = 'sent' in value ? parseText(value.sent) : null
  return { ...text, base, ...(sent ? { sent } : {}) }
}

function parseText(value: unknown): NoteText | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('title' in value && 'text' in value)) return null
  const { title, text } = value
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : null
}
