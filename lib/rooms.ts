/** The rooms, as the site map knows them. What they are to the server: `lib/server/rooms.ts`. */
import type { Endpoint, Page } from './site/room'

/** `lib/<row>/room.ts` exports these. Endpoints are a function, so that bundles can drop it. */
export type SiteRoom = { pages?: readonly Page[]; endpoints?: () => readonly Endpoint[] }

export * as notes from './notes/room'
export * as passkeys from './passkeys/room'
