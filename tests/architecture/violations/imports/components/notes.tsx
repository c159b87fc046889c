// @ts-nocheck: a component loads its own rows
import { listNotes } from '../lib/server/notes'

export const NoteList = () => listNotes()
