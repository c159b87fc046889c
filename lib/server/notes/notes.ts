import 'server-only'

/** Notes and their links. */

export { answerNoteWriter, refuseMissingNote } from './answers'
export { countNotes, listNotes, notesRevision } from './list'
export { type FormNote, notSavedAnswer } from './not-saved'
export { deleteNote, openNote, type SavedNote, saveNote } from './note'
export { endShare, keepCopy, openShared, shareNote } from './shares'
