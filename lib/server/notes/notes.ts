import 'server-only'

/** Notes and their links. */

export { answerNoteWrite, logIfForeign, refuseMissingNote, requestPoints } from './answers'
export { countNotes, listNotes, notesRevision } from './list'
export { notSavedAnswer } from './not-saved'
export {
  findNote,
  noteRevision,
  pinNote,
  readNote,
  renderNote,
  type SaveResult,
  saveNote,
} from './note'
export { consumeSearchLimit } from './search'
export { copyShared, endShare, readShared, shareNote } from './shares'
export { deleteTrashed, emptyTrash, findTrashed, listTrash, restoreNote, trashNote } from './trash'
