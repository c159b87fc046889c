import 'client-only'

/** The rooms that do something on every page. */
export * as notes from './notes/room'
