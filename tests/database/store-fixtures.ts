/** Users, sessions and passkeys for the tests of the store. */
import type { PasskeyId } from '@/lib/passkeys/passkeys'
import { knowAccount } from '@/lib/server/database/accounts'
import { type SessionId, tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/sessions'
import { insertPasskey, type PasskeyRow, userHandleOf } from '@/lib/server/passkeys/database/passkeys'

export const now = new Date('2031-05-06T07:08:09.123Z')
export const later = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1000))
export const newUserId = () => `person-${crypto.randomUUID()}`

/** An account as the provider has it, with what a sign-in by it needs. */
export async function createAccount(userId: string, email: string | null = null) {
  await knowAccount(userId, { createdAt: now, email, emailVerified: false })
  return { userId, accountCreatedAt: now, authenticatedAt: now, credential: null }
}

export async function createSession(userId: string, at = now): Promise<SessionId> {
  const expiresAt = new Date(at.getTime() + 60_000)
  const tokenHash = tokenHashOf(crypto.randomUUID())
  const account = await createAccount(userId)
  const opened = await insertSession({ ...account, tokenHash, expiresAt, userAgent: null, now: at })
  if (opened.status !== 'inserted') throw new Error('the cookie is taken')
  return opened.id
}

/** Adds a passkey in a session, by default a new one. */
export async function addPasskey(
  userId: string,
  more: Partial<PasskeyRow> = {},
  sessionId?: SessionId,
): Promise<PasskeyRow> {
  await userHandleOf(userId)
  const row: PasskeyRow = {
    ...{ id: crypto.randomUUID() as PasskeyId, credentialId: `credential-${crypto.randomUUID()}`, userId },
    ...{ publicKey: 'key', counter: 0, transports: 'internal,hybrid', isBackupEligible: true },
    ...{ isBackedUp: true, aaguid: '00000000-0000-0000-0000-000000000000', name: null, rpId: 'localhost' },
    ...{ createdAt: now, lastUsedAt: null, ...more },
  }
  const author = { sessionId: sessionId ?? (await createSession(userId)), email: null }
  const added = await insertPasskey(row, author)
  if (added !== 'inserted') throw new Error(added)
  return row
}
