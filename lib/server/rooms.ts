import 'server-only'

/** The rooms. Only the start, backups, export, deletion, regular work, commands and tests read this. */
export * as notes from './notes/room'
export * as passkeys from './passkeys/room'
export * as session from './session/room'
