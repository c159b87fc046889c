/** Passkeys for the tests of the store. */
import { eq } from 'drizzle-orm'
import type { PasskeyId } from '@/lib/passkeys/passkeys'
import { queryDatabase } from '@/lib/server/database/connection'
import type { SessionId } from '@/lib/server/database/ids'
import type { Author } from '@/lib/server/database/writes'
import {
  deletePasskeyRow,
  insertPasskey,
  type PasskeyRow,
  renamePasskeyRow,
  userHandleOf,
} from '@/lib/server/passkeys/database/passkeys'
import { userHandles } from '@/lib/server/passkeys/database/tables'
import { createSession, now } from '../../database/store-fixtures'

/** Adds a passkey in a session, by default a new one. */
export async function addPasskey(
  userId: string,
  more: Partial<PasskeyRow> = {},
  sessionId?: SessionId,
): Promise<PasskeyRow> {
  const author = { id: sessionId ?? (await createSession(userId)), userId, email: null }
  await userHandleOf(author)
  const row = { ...newPasskey(userId), ...more }
  const added = await insertPasskey(row, author)
  if (added !== 'inserted') throw new Error(added)
  return row
}

function newPasskey(userId: string): PasskeyRow {
  return {
    ...{ id: crypto.randomUUID() as PasskeyId, credentialId: `credential-${crypto.randomUUID()}`, userId },
    ...{ publicKey: 'key', counter: 0, transports: 'internal,hybrid', isBackupEligible: true },
    ...{ isBackedUp: true, aaguid: '00000000-0000-0000-0000-000000000000', name: null, rpId: 'localhost' },
    ...{ createdAt: now, lastUsedAt: null },
  }
}

export async function prepareWrites(userId: string) {
  const [renamed, removed] = [await addPasskey(userId), await addPasskey(userId)]
  await queryDatabase((queries) => queries.delete(userHandles).where(eq(userHandles.userId, userId)))
  const removal = { id: removed.id, rpId: 'localhost', hasOtherMethod: true }
  return {
    'a passkey': (by: Author) => insertPasskey(newPasskey(userId), { ...by, email: null }),
    'a name': (by: Author) => renamePasskeyRow(renamed.id, by, 'late'),
    'a removal': (by: Author) => deletePasskeyRow(by, removal),
    'a handle': userHandleOf,
  }
}

/** All kinds of values. */
export const fill = {
  sql: `
  insert into user_handles select 'Zoë ' || n, 'handle ' || n from generate_series(1, 5) as n;
  insert into passkeys
  select gen_random_uuid(), 'credential ' || n, 'Zoë ' || n, 'key', 4294967295, 'internal,hybrid', true, n % 2 = 0, 'model',
    case when n % 2 = 0 then '„Schlüssel“ 🗝' end, 'example.com', now(), case when n % 2 = 0 then now() end
  from generate_series(1, 5) as n`,
  rows: { userHandles: 5, passkeys: 5 },
  query: `select to_jsonb(p) || to_jsonb(h) as row from passkeys p join user_handles h using (uid) order by p.id`,
}

/** While a session is left the account may exist, and a passkey may be its only sign-in method. */
export const kept = ['passkeys', 'user_handles']

export async function addRows(userId: string) {
  await addPasskey(userId)
  return {}
}
