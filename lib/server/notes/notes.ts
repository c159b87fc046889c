import 'server-only'

/** Notes and their links. */

export { announcedPoints, answerNoteWriter, refuseMissingNote } from './answers'
export { countNotes, listNotes, notesRevision } from './list'
export { type FormNote, notSavedAnswer } from './not-saved'
export { deleteNote, openNote, pinNote, type SavedNote, saveNote } from './note'
export { countSearch } from './search'
export { endShare, keepCopy, openShared, shareNote } from './shares'
export { deleteTrashed, listTrash, restoreNote, trashedName } from './trash'
