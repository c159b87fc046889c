import 'client-only'
import { watchTabs } from '@/lib/browser/session/tabs'
import { tryStorage } from '@/lib/browser/storage'
import { parseJson } from '@/lib/json'

/**
 * What a person has typed and not saved: kept in this tab, for nobody else, until it is saved or they sign out, be it in
 * another tab. A session that has run out, or was ended from elsewhere, leaves it there for their next sign-in.
 */

const storageKey = 'foyer-drafts'

/** How often somebody has signed out in this browser: a tab that slept meanwhile finds its texts to be of before. */
const signOutsKey = 'foyer-sign-outs'

/** Held by each page in whose tab there are texts, so that a sign-out elsewhere can say that they will be lost. */
const lockName = 'foyer-unsaved'

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

/** Forgets all of it, of whomever and in all tabs, those that sleep as well: the next person here must not find it. */
export function forgetDrafts(): void {
  tryStorage(() => localStorage.setItem(signOutsKey, String(countSignOuts() + 1)))
  dropDrafts()
}

/** Keeps this tab's texts in step with the other tabs for as long as the page lives. */
export function followTabs(): void {
  hold()
  if (isFollowing) return
  isFollowing = true
  watchTabs((news) => (news === 'signed-out' || news === 'deleted') && dropDrafts())
  // A page that holds a lock cannot be kept for Back.
  window.addEventListener('pagehide', release)
  window.addEventListener('pageshow', hold)
}

let isFollowing = false

function store(kept: Kept): boolean {
  const isStored = tryStorage(() => {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
    return true
  })
  followTabs()
  return isStored ?? false
}

function dropDrafts(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
  release()
}

/** What is of before the last sign-out, or no draft at all, is removed. */
function readKept(): Kept | null {
  const text = tryStorage(() => sessionStorage.getItem(storageKey)) ?? null
  if (text === null) return null
  const kept = parseKept(text)
  if (kept?.signOuts === countSignOuts()) return kept
  dropDrafts()
  return null
}

let letGo: (() => void) | null = null

function hold(): void {
  if (letGo || !('locks' in navigator) || !readKept()) return
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks.request(lockName, { mode: 'shared' }, () => isOver)
}

function release(): void {
  letGo?.()
  letGo = null
}

function countSignOuts(): number {
  return Number(tryStorage(() => localStorage.getItem(signOutsKey)) ?? 0) || 0
}

function parseKept(text: string): Kept | null {
  const kept = parseJson(text)
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
