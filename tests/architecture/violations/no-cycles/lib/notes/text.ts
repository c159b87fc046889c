// @ts-nocheck: asks for what it is made of
import type { Note } from './notes'

export const textOf = (note: Note) => note
