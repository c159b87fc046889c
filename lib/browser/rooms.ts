import 'client-only'

/** A room that does something on every page. */
export type PageRoom = { start: () => void }

export * as notes from './notes/room'
