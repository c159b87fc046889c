import 'client-only'

/** What a person has typed and not saved, kept in this tab until it is saved, or they sign out. */

const storageKey = 'foyer-drafts'

type Drafts = Record<string, string>

/** The texts by the notes they are for; of nobody but this person. */
export function keptDrafts(userId: string): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isOf(kept, userId) ? kept.texts : {}
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Keeps a text; an empty one is dropped. */
export function keepDraft(userId: string, noteId: string, text: string): void {
  const texts = { ...keptDrafts(userId), [noteId]: text }
  if (text === '') delete texts[noteId]
  store((storage) => storage.setItem(storageKey, JSON.stringify({ userId, texts })))
}

/** Forgets everything, as on sign-out: the next person at this browser must not find it. */
export function dropDrafts(): void {
  store((storage) => storage.removeItem(storageKey))
}

/** Without storage (switched off, full) the text stands in its field and nowhere else. */
function store(change: (storage: Storage) => void): void {
  try {
    change(sessionStorage)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

function isOf(kept: unknown, userId: string): kept is { texts: Drafts } {
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('texts' in kept)) return false
  const { texts } = kept
  const areTexts = typeof texts === 'object' && texts !== null
  return kept.userId === userId && areTexts && Object.values(texts).every((text) => typeof text === 'string')
}
