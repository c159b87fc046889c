// @ts-nocheck: only passes on
export * from './routes'
export { parseNote } from './note'
