/** The pages and handlers of notes. */
import type { Endpoint, Page } from '@/lib/site/room'
import { noteHandlers, notePaths } from './routes'

export const pages: readonly Page[] = [
  { name: 'share-uuid', pattern: notePaths.share, rendering: 'dynamic', guard: 'session', shares: 'a note' },
  { name: 'new-note', pattern: notePaths.new, rendering: 'dynamic', guard: 'session' },
  { name: 'trash', pattern: notePaths.trash, rendering: 'dynamic', guard: 'session' },
  { name: 'note', pattern: notePaths.note, rendering: 'dynamic', guard: 'session' },
]

export function endpoints(): readonly Endpoint[] {
  const { notes, note, noteShare, trash, shareCopy } = noteHandlers
  return [
    [notes, ['GET']],
    [shareCopy, ['POST']],
    [note, ['GET', 'PUT', 'DELETE']],
    [noteShare, ['PUT', 'DELETE']],
    [trash, ['POST']],
  ]
}
