/** A site for the store of a note, in place of ours: each answer is given by the test. */
import { expect, vi } from 'vitest'
import { openNoteStore } from '@/lib/browser/notes/autosave'
import type { NoteSave, StoredNote } from '@/lib/browser/notes/notes'
import { type SaveStatusLine, saveStatus } from '@/lib/browser/notes/store'
import { type NoteText, newNoteId } from '@/lib/notes/note'

const id = newNoteId()
export const at = '2031-05-06T07:08:09.123Z'
export const second = 1_000

export function stored(text: string, version = 1): StoredNote {
  return { id, title: '', text, version, createdAt: at, changedAt: at }
}

export function written(text: string): NoteText {
  return { title: '', text }
}

export function accepted(text: string, version: number): NoteSave {
  return { status: 'saved', note: stored(text, version) }
}

export const lost: NoteSave = { status: 'unreachable' }

/** Wants fake timers. `counts.most`: how many requests were open at one time. */
export function openWriting(note: StoredNote | null) {
  const waiting: ((answer: NoteSave) => void)[] = []
  const sent: [text: string, base: number | null][] = []
  const counts = { open: 0, most: 0 }
  const save = ({ text, base }: NoteText & { base: number | null }) => {
    sent.push([text, base])
    counts.open += 1
    counts.most = Math.max(counts.most, counts.open)
    return new Promise<NoteSave>((resolve) => waiting.push(resolve)).finally(() => {
      counts.open -= 1
    })
  }
  const store = openNoteStore({ id, stored: note, save })
  return {
    store,
    sent,
    counts,
    status: (): SaveStatusLine => saveStatus(store.current()),
    async answer(answer: NoteSave) {
      const [resolve] = waiting.splice(0, 1)
      expect(resolve, 'something was sent').toBeDefined()
      resolve?.(answer)
      await vi.advanceTimersByTimeAsync(0)
    },
    async type(text: string, ms = second) {
      store.type(written(text))
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
