import 'client-only'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import { forgetPersonal, personal, signOutsKey, tryStorage } from '@/lib/browser/storage'
import { parseJson } from '@/lib/json'
import type { NoteText } from '@/lib/notes/note'

/**
 * Unsaved note text, kept in this tab for its user until it's saved or they sign out in any tab. Survives an
 * expired or remotely ended session, for the next sign-in.
 */
type Drafts = Record<string, Draft>
type Kept = { userId: string; texts: Drafts; signOuts: number }

/** `base`: the version it is based on; null for a new note. */
export type Draft = NoteText & { base: number | null }

/** This user's drafts by note ID. Another user's are deleted. */
export function keptDrafts(userId: string): Drafts {
  const kept = readKept()
  if (kept?.userId === userId) return kept.texts
  if (kept) dropDrafts()
  return {}
}

/** Stores a draft; null deletes it. False if storage is full or disabled. */
export function keepDraft(userId: string, noteId: string, draft: Draft | null): boolean {
  const texts = { ...keptDrafts(userId) }
  if (draft) texts[noteId] = draft
  else delete texts[noteId]
  if (Object.keys(texts).length > 0) return store({ userId, texts, signOuts: countSignOuts() })
  dropDrafts()
  return true
}

/** Whether signing out would lose a draft, in this tab or another open one. */
export async function hasDrafts(): Promise<boolean> {
  if (readKept()) return true
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName)
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

function store(kept: Kept): boolean {
  const isStored = tryStorage(() => {
    sessionStorage.setItem(personal.drafts, JSON.stringify(kept))
    return true
  })
  announceDrafts()
  return isStored ?? false
}

function dropDrafts(): void {
  forgetPersonal([personal.drafts])
  releaseLock()
}

/** Deletes drafts from before the last sign-out, and malformed ones. */
function readKept(): Kept | null {
  const text = tryStorage(() => sessionStorage.getItem(personal.drafts)) ?? null
  if (text === null) return null
  const kept = parseKept(parseJson(text))
  if (kept?.signOuts === countSignOuts()) return kept
  dropDrafts()
  return null
}

/** How often this browser has been signed out, in any tab. NaN if storage is disabled. */
export function countSignOuts(): number {
  return Number(tryStorage(() => localStorage.getItem(signOutsKey)))
}

/** Held by every page whose tab has drafts. */
const lockName = 'foyer-unsaved'
let letGo: (() => void) | null = null

function holdLock(): void {
  if (letGo || !('locks' in navigator) || !readKept()) return
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks.request(lockName, { mode: 'shared' }, () => isOver)
}

function releaseLock(): void {
  letGo?.()
  letGo = null
}

function parseKept(kept: unknown): Kept | null {
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
  if (typeof draft !== 'object' || draft === null) return null
  if (!('title' in draft && 'text' in draft && 'base' in draft)) return null
  const { title, text, base } = draft
  const isDraft = typeof title === 'string' && typeof text === 'string'
  return isDraft && (base === null || typeof base === 'number') ? { title, text, base } : null
}
