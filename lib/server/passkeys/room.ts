import 'server-only'
/** Passkeys. */
import type { Queries } from '@/lib/server/database/engine'
import type { Credentials } from '@/lib/server/database/from-rooms'
import type { UserId } from '@/lib/server/database/ids'
import {
  deletePasskeyRows,
  listPasskeyRows,
  listUserHandles,
  type PasskeyRow,
} from '@/lib/server/passkeys/database/passkeys'
import { challenges, passkeys, userHandles } from '@/lib/server/passkeys/database/tables'
import type { AccountCredentials, LeavingPerson, RoomWords } from '@/lib/server/room'
import { passkeyLimits } from './limits'

export const tables = { userHandles, passkeys }
export const ephemeralTables = { challenges }
export const limits = passkeyLimits

export const words: RoomWords = {
  kept: [
    {
      title: 'Your passkeys',
      what: 'For each of your passkeys: its public key, the name you give it, what kind of device or password manager keeps it, when you created and last used it, and a random number by which it knows your account. The private key never leaves your device or password manager, and neither do your fingerprint, face, or PIN.',
      why: 'To sign you in without a password. Contract.',
      howLong: 'Until you remove the passkey or delete your account.',
    },
  ],
  exported: 'passkeys',
  inBackups: ['passkeys’ public keys'],
}

export const losses = ['your passkeys']

export const credentials: Credentials & AccountCredentials = {
  table: passkeys,
  list: async (userId) => (await listPasskeyRows(userId)).map((await import('./listed')).describePasskey),
  // Loaded by the page alone: commands, which read this file, have no requests.
  areAllowed: async (session) => (await import('./list')).mayHavePasskeys(session),
}

export async function exportRows(userId: UserId) {
  const [handles, rows] = await Promise.all([listUserHandles(userId), listPasskeyRows(userId)])
  return {
    userHandles: handles.map(({ handle }) => ({ handle })),
    passkeys: rows.map(describePasskey),
  }
}

/** While a session is left the account may exist, and a passkey may be its only sign-in method. */
export async function deleteRows(queries: Queries, { userId, exceptSession }: LeavingPerson): Promise<void> {
  if (!exceptSession) await deletePasskeyRows(queries, userId)
}

/** Whoever used the account before its owner has added them. */
export async function releaseRows(queries: Queries, userId: UserId): Promise<number> {
  await deletePasskeyRows(queries, userId)
  return 0
}

/** Without the public key, which is of use only to us. */
function describePasskey({ id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }
}
