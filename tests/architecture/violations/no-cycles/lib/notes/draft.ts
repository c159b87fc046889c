// @ts-nocheck: needs what needs it
import { Note } from './text'

export type Draft = typeof Note
