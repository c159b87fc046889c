// @ts-nocheck: keeps to the rules, though it leads into a circle
import type { Note } from './notes/notes'

export type Guarded = { notes: Note[] }
