// @ts-nocheck: only passes on
export * from './notes/text'
export { parseNote } from './notes/note'
