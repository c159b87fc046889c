import 'client-only'

/** The rooms that may hold unsaved work. The sign-out asks them. */
export * as notes from './notes/room'
