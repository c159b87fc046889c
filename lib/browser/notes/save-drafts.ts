import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import { parseNoteId } from '@/lib/notes/note'
import {
  applySaveResult,
  createNoteState,
  draftOf,
  type NoteStore,
  nextToSend,
  restoreDraft,
} from './autosave'
import { countSignOuts, type Draft, readStoredDrafts, storeDraft } from './drafts'
import { putNote } from './notes'

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

/** Waits for a save before the page is left, but not long: what isn't saved by then stays a draft. */
export async function waitToLeave(saving: Promise<unknown>): Promise<void> {
  await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}

const maxWaitMs = 2_000

async function saveAll(config: PublicConfig): Promise<boolean> {
  let isSaved = (await openNote?.flush()) ?? true
  const { userId, texts } = readStoredDrafts() ?? { userId: '', texts: {} }
  for (const [id, draft] of Object.entries(texts))
    if (id !== openNote?.current().id) isSaved = (await saveDraft(config, { userId, id, draft })) && isSaved
  return isSaved
}

type KnownDraft = { userId: string; id: string; draft: Draft }

async function saveDraft(config: PublicConfig, { userId, id, draft }: KnownDraft): Promise<boolean> {
  const signOuts = countSignOuts()
  const noteId = parseNoteId(id)
  if (!noteId) return true
  let note = restoreDraft(createNoteState(noteId, null), draft)
  for (let text = nextToSend(note); text && !note.saveError; text = nextToSend(note)) {
    const before = note
    const result = await putNote(config, { id: before.id, base: before.base, userId, ...text })
    // Deleted elsewhere. Only its own page brings it back, and says so.
    if (result.status === 'gone') return true
    note = applySaveResult({ ...before, sending: text }, result)
    if (!storeDraft(userId, note.id, draftOf(note), signOuts)) return false
    // The text has become a copy, which is stored by now.
    if (note.id !== before.id) storeDraft(userId, before.id, null, signOuts)
  }
  return note.saveError === null
}
