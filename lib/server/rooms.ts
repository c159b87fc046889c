import 'server-only'

export * as notes from './notes/room'
export * as passkeys from './passkeys/room'
/**
 * The rooms, in the order of their tables: a table comes after those its foreign keys refer to. Only the start, backups, export,
 * deletion, regular work, commands and tests read this.
 */
export * as session from './session/room'
