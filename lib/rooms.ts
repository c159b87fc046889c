/** The rooms, as the site map knows them. What they are to the server: `lib/server/rooms.ts`. */
export * as notes from './notes/room'
export * as passkeys from './passkeys/room'
