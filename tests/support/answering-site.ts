/** A site for the machine that saves, in place of ours: each answer is given by the test. */
import { expect, vi } from 'vitest'
import { openAutosave } from '@/lib/browser/notes/autosave'
import type { Draft } from '@/lib/browser/notes/drafts'
import type { NoteSave, StoredNote } from '@/lib/browser/notes/notes'
import { type NoteText, newNoteId } from '@/lib/notes/note'

const id = newNoteId()
export const at = '2031-05-06T07:08:09.123Z'
export const second = 1_000

export function stored(text: string, version = 1): StoredNote {
  return { id, title: '', text, version, createdAt: at, changedAt: at, isPinned: false }
}

export function written(text: string): NoteText {
  return { title: '', text }
}

export function accepted(text: string, version: number): NoteSave {
  return { status: 'saved', note: stored(text, version) }
}

export const lost: NoteSave = { status: 'unreachable' }

/** Wants fake timers. `counts.most`: how many requests were open at one time. */
export function openWriting(note: StoredNote | null, draft: Draft | null = null) {
  const waiting: ((answer: NoteSave) => void)[] = []
  const sent: [text: string, base: number | null][] = []
  const saved: StoredNote[] = []
  const counts = { open: 0, most: 0 }
  const save = ({ text }: NoteText, base: number | null) => {
    sent.push([text, base])
    counts.open += 1
    counts.most = Math.max(counts.most, counts.open)
    return new Promise<NoteSave>((resolve) => waiting.push(resolve)).finally(() => {
      counts.open -= 1
    })
  }
  const autosave = openAutosave({ stored: note, draft, save, onSaved: (one) => saved.push(one) })
  return {
    autosave,
    sent,
    saved,
    counts,
    status: () => autosave.state.current(),
    async answer(answer: NoteSave) {
      const [resolve] = waiting.splice(0, 1)
      expect(resolve, 'something was sent').toBeDefined()
      resolve?.(answer)
      await vi.advanceTimersByTimeAsync(0)
    },
    async type(text: string, ms = second) {
      autosave.type(written(text))
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
