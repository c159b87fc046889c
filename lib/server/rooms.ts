import 'server-only'

/**
 * The rooms. Read by the start, backups, export, deletion, regular work, and the pages that say what rooms keep; never by a
 * room or a handler of one.
 */
export * as notes from './notes/room'
export * as passkeys from './passkeys/room'
export * as session from './session/room'
