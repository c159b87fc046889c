import 'server-only'
/** The tables of passkeys, a part of the schema. */
import { bigint, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PasskeyId, PasskeyPurpose } from '@/lib/passkeys'
import type { ChallengeHash, UserId } from './ids'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What authenticators know a person by (WebAuthn section 5.4.3): random, and one for all of their passkeys. */
export const userHandles = pgTable('user_handles', {
  userId: text('uid').primaryKey().$type<UserId>(),
  handle: text('handle').notNull().unique(),
})

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().$type<PasskeyId>(),
    /** As the authenticator calls it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    userId: text('uid').notNull().$type<UserId>(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the authenticator has signed, if it counts; else 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it, separated by commas. Password managers need them. */
    transports: text('transports').notNull(),
    isBackupEligible: boolean('backup_eligible').notNull(),
    isBackedUp: boolean('backed_up').notNull(),
    /** The authenticator's model. */
    aaguid: text('aaguid').notNull(),
    /** By its owner; null: the authenticator's. */
    name: text('name'),
    /** Where browsers offer it. Stays when the site's changes. */
    rpId: text('rp_id').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_uid_index').on(table.userId)],
)

/** Challenges that nobody has answered yet. */
export const challenges = pgTable(
  'challenges',
  {
    hash: text('hash').primaryKey().$type<ChallengeHash>(),
    purpose: text('purpose').notNull().$type<PasskeyPurpose>(),
    /** Who alone may answer; null for a sign-in. */
    userId: text('uid').$type<UserId>(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('challenges_expires_at_index').on(table.expiresAt)],
)
