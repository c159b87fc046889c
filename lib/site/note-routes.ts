/** The site map's part that only pages of notes need. By itself, as the sign-in page loads none of it. */
import { handlers } from './api-routes'
import { paths } from './routes'
import { fillPath, sitePath } from './site-path'

/** Pages of one note, of a new one, and of deleted ones. */
export const notePaths = {
  new: '/app/new',
  note: '/app/{uuid}',
  trash: '/app/trash',
} as const

export const noteRoutes = {
  /** The notes page with the notes that have these words, after a place in the list. */
  list: (query: { after?: string; search?: string; deleted?: string } = {}) => sitePath(paths.app, query),
  new: sitePath(notePaths.new),
  /** One of the user's notes; `copied`: it has just become theirs. */
  note: (id: string, query: { copied?: string } = {}) => sitePath(fillPath(notePaths.note, id), query),
  /** Opens an email to the people who run the site, about the note behind a link. */
  report: (shareId: string) => sitePath(handlers.contact, { note: shareId }),
  /** Deleted notes, after a place in the list. */
  trash: (query: { after?: string } = {}) => sitePath(notePaths.trash, query),
}

/** Route handler paths of notes. */
export const noteHandlers = {
  notes: '/api/notes',
  note: '/api/notes/{id}',
  noteShare: '/api/notes/{id}/share',
  notePin: '/api/notes/{id}/pin',
  trash: '/api/trash',
  shareCopy: '/api/shares/{id}/copy',
} as const

/** Builds the request paths of notes. */
export const noteRequests = {
  /** The user's notes: those after a place in the list, with these words. */
  notes: (query: { after?: string; search?: string } = {}) => sitePath(noteHandlers.notes, query),
  /** One of the user's notes, its link, and whether it's pinned. */
  note: (id: string) => sitePath(fillPath(noteHandlers.note, id)),
  share: (id: string) => sitePath(fillPath(noteHandlers.noteShare, id)),
  pin: (id: string) => sitePath(fillPath(noteHandlers.notePin, id)),
  /** A form here restores a deleted note, deletes it for good, or empties the trash. */
  trash: sitePath(noteHandlers.trash),
  /** A form here adds a copy of a shared note to the reader's own. */
  copy: (shareId: string) => sitePath(fillPath(noteHandlers.shareCopy, shareId)),
  /** A form here adds a note, for browsers without scripts. */
  add: sitePath(noteHandlers.notes),
}
