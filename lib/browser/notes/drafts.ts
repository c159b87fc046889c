import 'client-only'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import { forgetPersonal, personal, signOutsKey, tryStorage, withLock } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'
import type { NoteText } from '@/lib/notes/note'

/**
 * Unsaved note text, kept in this tab for its user until it's saved or they sign out in any tab. Survives an
 * expired or remotely ended session, for the next sign-in.
 */
type Drafts = Record<string, Draft>
type StoredDrafts = { userId: string; texts: Drafts; signOuts: number }

/**
 * `base`: the version it is based on; null for a new note. `sent`: an earlier text of it that the site may have, as its answer
 * hasn't come.
 */
export type Draft = NoteText & { base: number | null; sent?: NoteText }

/** This user's drafts by note ID. Another user's are deleted. */
export function readDrafts(userId: string): Drafts {
  const kept = readKept()
  if (kept?.userId === userId) return kept.texts
  if (kept) deleteDrafts()
  return {}
}

/**
 * Stores a draft; null deletes it. False if storage is full or disabled, or somebody has signed out since `signOuts` were
 * counted: what a page still types while it is left doesn't come back.
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

/** Whether signing out would lose a draft, in this tab or another open one. */
export async function hasDrafts(): Promise<boolean> {
  if (readKept()) return true
  const asked = await withLock(lockName, { ifAvailable: true }, async (lock) => lock === null)
  return asked?.result ?? false
}

/** Tells other tabs this one has drafts, as long as it does. */
export function announceDrafts(): void {
  holdLock()
  if (isAnnouncing) return
  isAnnouncing = true
  watchTabs((event) => isSignOut(event) && releaseLock())
  // A page holding a lock can't enter the back/forward cache.
  window.addEventListener('pagehide', releaseLock)
  window.addEventListener('pageshow', holdLock)
}

let isAnnouncing = false

function store(kept: StoredDrafts): boolean {
  const isStored = tryStorage(({ session }) => {
    session.setItem(personal.drafts, JSON.stringify(kept))
    return true
  })
  announceDrafts()
  return isStored ?? false
}

function deleteDrafts(): void {
  forgetPersonal([personal.drafts])
  releaseLock()
}

/** Deletes drafts from before the last sign-out, and malformed ones. */
function readKept(): StoredDrafts | null {
  const text = tryStorage(({ session }) => session.getItem(personal.drafts)) ?? null
  if (text === null) return null
  const kept = parseStoredDrafts(parseJson(text))
  if (kept?.signOuts === countSignOuts()) return kept
  deleteDrafts()
  return null
}

/** Of this browser. */
export function countSignOuts(): number {
  return Number(tryStorage(({ local }) => local.getItem(signOutsKey)) ?? null)
}

/** Held by every page whose tab has drafts. */
const lockName = 'foyer-unsaved'
let letGo: (() => void) | null = null

function holdLock(): void {
  if (letGo || !readKept()) return
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void withLock(lockName, { mode: 'shared' }, () => isOver)
}

function releaseLock(): void {
  letGo?.()
  letGo = null
}

function parseStoredDrafts(kept: unknown): StoredDrafts | null {
  if (typeof kept !== 'object' || kept === null) return null
  if (!('userId' in kept && 'texts' in kept && 'signOuts' in kept)) return null
  const { userId, texts, signOuts } = kept
  if (typeof texts !== 'object' || texts === null) return null
  const drafts = Object.entries(texts).map(([id, draft]) => [id, parseDraft(draft)] as const)
  const areDrafts = drafts.every((entry): entry is [string, Draft] => entry[1] !== null)
  return areDrafts && typeof userId === 'string' && typeof signOuts === 'number'
    ? { userId, texts: Object.fromEntries(drafts), signOuts }
    : null
}

function parseDraft(draft: unknown): Draft | null {
  const written = parseText(draft)
  if (!written || typeof draft !== 'object' || draft === null || !('base' in draft)) return null
  const { base } = draft
  if (base !== null && typeof base !== 'number') return null
  const sent = 'sent' in draft ? parseText(draft.sent) : null
  return { ...written, base, ...(sent ? { sent } : {}) }
}

function parseText(written: unknown): NoteText | null {
  if (typeof written !== 'object' || written === null) return null
  if (!('title' in written && 'text' in written)) return null
  const { title, text } = written
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : null
}
