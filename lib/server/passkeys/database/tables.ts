import 'server-only'
/** The tables of passkeys. */
import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PasskeyId } from '@/lib/passkeys/passkeys'
import type { UserId } from '@/lib/server/database/ids'
import { time } from '@/lib/server/database/schema/columns'

/** How authenticators identify a user (WebAuthn section 5.4.3): a random handle for all of the user's passkeys. */
export const userHandles = pgTable('user_handles', {
  userId: text('uid').primaryKey().$type<UserId>(),
  handle: text('handle').notNull(),
})

export const passkeys = pgTable('passkeys', {
  id: uuid('id').primaryKey().$type<PasskeyId>(),
  /** Base64url. */
  credentialId: text('credential_id').notNull(),
  userId: text('uid').notNull().$type<UserId>(),
  /** COSE, base64url. */
  publicKey: text('public_key').notNull(),
  /** The authenticator's signature counter; 0 if it has none. */
  counter: bigint('counter', { mode: 'number' }).notNull(),
  /** How browsers reach the authenticator, separated by commas. */
  transports: text('transports').notNull(),
  isBackupEligible: boolean('backup_eligible').notNull(),
  isBackedUp: boolean('backed_up').notNull(),
  /** The authenticator's model. */
  aaguid: text('aaguid').notNull(),
  /** The owner's name for it; null for the authenticator's. */
  name: text('name'),
  /** The domain it works on. Stays when the site's changes. */
  rpId: text('rp_id').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
})

/** Only instances of the last release use it. The next release drops it. */
export const challenges = pgTable('challenges', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').notNull(),
  userId: text('uid').$type<UserId>(),
  expiresAt: time('expires_at').notNull(),
})
