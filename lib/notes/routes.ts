/** Routes of notes. Separate, so the sign-in page doesn't load them. */
import { handlers } from '@/lib/site/api-routes'
import { paths } from '@/lib/site/routes'
import { fillPath, sitePath } from '@/lib/site/site-path'

export const notePaths = {
  new: '/app/new',
  note: '/app/{uuid}',
  trash: '/app/trash',
  share: '/share/{uuid}',
} as const

export const noteRoutes = {
  /** The user's notes. `search`: only those with these words. `after`: the cursor of the page before. `deleted`: the note to offer Undo for. */
  list: (query: { search?: string; after?: string; deleted?: string } = {}) => sitePath(paths.app, query),
  new: sitePath(notePaths.new),
  /** `done`: what has just brought the note here. */
  note: (id: string, query: { done?: 'copied' | 'restored' } = {}) =>
    sitePath(fillPath(notePaths.note, id), query),
  share: (id: string) => sitePath(fillPath(notePaths.share, id)),
  /** Opens an email that reports a shared note to the site's operator. */
  report: (shareId: string) => sitePath(handlers.contact, { about: noteRoutes.share(shareId) }),
  trash: (query: { after?: string } = {}) => sitePath(notePaths.trash, query),
}

/** Route handler paths of notes. */
export const noteHandlers = {
  notes: '/api/notes',
  note: '/api/notes/{id}',
  noteShare: '/api/notes/{id}/share',
  trash: '/api/trash',
  shareCopy: '/api/shares/{id}/copy',
} as const

/** Builds the request paths of notes. */
export const noteRequests = {
  /** `after`: the cursor of a previous page. */
  notes: (query: { after?: string } = {}) => sitePath(noteHandlers.notes, query),
  note: (id: string) => sitePath(fillPath(noteHandlers.note, id)),
  share: (id: string) => sitePath(fillPath(noteHandlers.noteShare, id)),
  /** Form action: restores a deleted note, deletes it for good, or empties the trash. */
  trash: sitePath(noteHandlers.trash),
  /** Form action: copies a shared note to the reader's own. */
  copy: (shareId: string) => sitePath(fillPath(noteHandlers.shareCopy, shareId)),
}
