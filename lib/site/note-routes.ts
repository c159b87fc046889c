/** The site map's part that only pages of notes need. By itself, as the sign-in page loads none of it. */
import { handlers } from './api-routes'
import { paths } from './routes'
import { filled, sitePath } from './site-path'

export const noteRoutes = {
  /** The notes page with the notes that have these words, after a place in the list. */
  list: (query: { after?: string; search?: string; deleted?: string } = {}) => sitePath(paths.app, query),
  new: sitePath(paths.newNote),
  /** One of the user's notes; `copied`: it has just become theirs. */
  note: (id: string, query: { copied?: string } = {}) => sitePath(filled(paths.note, id), query),
  /** Opens an email to the people who run the site, about the note behind a link. */
  report: (shareId: string) => sitePath(handlers.contact, { note: shareId }),
  /** Deleted notes, after a place in the list. */
  trash: (query: { after?: string } = {}) => sitePath(paths.trash, query),
}
