import 'client-only'
import { isSignOut, watchTabs } from '@/lib/browser/session/tabs'
import { forgetPersonal, personal, signOutsKey, tryStorage } from '@/lib/browser/storage'
import { parseJson } from '@/lib/json'

/**
 * What a person has typed and not saved: kept in this tab, for nobody else, until it is saved or they sign out, be it in
 * another tab. A session that has run out, or was ended from elsewhere, leaves it there for their next sign-in.
 */
type Drafts = Record<string, string>
type Kept = { userId: string; texts: Drafts; signOuts: number }

/** The texts by the notes they are for; of nobody but this person. What somebody else has left in this tab goes. */
export function keptDrafts(userId: string): Drafts {
  const kept = readKept()
  if (kept?.userId === userId) return kept.texts
  if (kept) dropDrafts()
  return {}
}

/** Keeps a text, whole; an empty one is dropped. False if the browser has no room for it, or keeps nothing. */
export function keepDraft(userId: string, noteId: string, text: string): boolean {
  const texts = { ...keptDrafts(userId), [noteId]: text }
  if (text === '') delete texts[noteId]
  if (Object.keys(texts).length > 0) return store({ userId, texts, signOuts: countSignOuts() })
  dropDrafts()
  return true
}

/** Whether a sign-out would lose something, in this tab or in another one that is open. */
export async function hasDrafts(): Promise<boolean> {
  if (readKept()) return true
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName)
}

/** Lets the other tabs know that this one has drafts, for as long as it has. */
export function announceDrafts(): void {
  holdLock()
  if (isAnnouncing) return
  isAnnouncing = true
  watchTabs((event) => isSignOut(event) && releaseLock())
  // A page that holds a lock cannot be kept for Back.
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

/** What is of before the last sign-out, or no draft at all, is removed. */
function readKept(): Kept | null {
  const text = tryStorage(() => sessionStorage.getItem(personal.drafts)) ?? null
  if (text === null) return null
  const kept = parseKept(parseJson(text))
  if (kept?.signOuts === countSignOuts()) return kept
  dropDrafts()
  return null
}

function countSignOuts(): number {
  return Number(tryStorage(() => localStorage.getItem(signOutsKey)))
}

/** Held by each page in whose tab there are drafts. */
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
  const areTexts =
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((one) => typeof one === 'string')
  return areTexts && typeof userId === 'string' && typeof signOuts === 'number'
    ? { userId, texts: texts as Drafts, signOuts }
    : null
}
