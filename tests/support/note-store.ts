/** A note's store in front of a fake site: the test gives each response. */
import { expect, vi } from 'vitest'
import { createNoteStore, type SaveState, saveStatus } from '@/lib/browser/notes/autosave'
import type { NoteSaveResult, StoredNote } from '@/lib/browser/notes/notes'
import { type NoteText, newNoteId } from '@/lib/notes/note'

const id = newNoteId()
export const at = '2031-05-06T07:08:09.123Z'
export const secondMs = 1_000

export function storedNote(text: string, version = 1): StoredNote {
  return { id, title: '', text, version, createdAt: at, changedAt: at }
}

export function noteText(text: string): NoteText {
  return { title: '', text }
}

export function savedAnswer(text: string, version: number): NoteSaveResult {
  return { status: 'saved', note: storedNote(text, version) }
}

export const unreachableAnswer: NoteSaveResult = { status: 'unreachable' }

/** Needs fake timers. `sent`: each text and the version it is based on. */
export function createTestStore(note: StoredNote | null) {
  const waiting: ((answer: NoteSaveResult) => void)[] = []
  const sent: string[] = []
  const save = ({ text, base }: NoteText & { base: number | null }) => {
    sent.push(`${text} on ${base ?? 'none'}`)
    return new Promise<NoteSaveResult>((resolve) => waiting.push(resolve))
  }
  const store = createNoteStore({ id, stored: note, save })
  return {
    store,
    sent,
    status: (): SaveState => saveStatus(store.current()),
    async answer(answer: NoteSaveResult) {
      const [resolve] = waiting.splice(0, 1)
      expect(resolve, 'something was sent').toBeDefined()
      resolve?.(answer)
      await vi.advanceTimersByTimeAsync(0)
    },
    async type(text: string, ms = secondMs) {
      store.type(noteText(text))
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
