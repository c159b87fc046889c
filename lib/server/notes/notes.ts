import 'server-only'

/** Notes and their links. */

export { announcedPoints, answerNoteWriter, logIfForeign, refuseMissingNote } from './answers'
export { countNotes, listNotes, notesRevision } from './list'
export { type FormNote, notSavedAnswer } from './not-saved'
export {
  findNote,
  noteRevision,
  openNote,
  pinNote,
  renderNote,
  type SavedNote,
  saveNote,
} from './note'
export { countSearch } from './search'
export { endShare, keepCopy, openShared, shareNote } from './shares'
export { deleteTrashed, emptyTrash, findTrashed, listTrash, restoreNote, trashNote } from './trash'
