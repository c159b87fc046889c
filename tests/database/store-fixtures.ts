/** Users and sessions for the tests of the store. */
import { knowAccount } from '@/lib/server/database/accounts'
import { type ProviderUserId, type SessionId, tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { listSessions } from '@/lib/server/database/sessions'
import type { Author } from '@/lib/server/database/writes'

export const now = new Date('2031-05-06T07:08:09.123Z')
export const later = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1000))
export const newUserId = () => `person-${crypto.randomUUID()}`

/** An account as the provider has it, with what a sign-in by it needs. */
export async function createAccount(userId: string, email: string | null = null) {
  const providerUserId = userId as ProviderUserId
  await knowAccount({ providerUserId, createdAt: now, email, emailVerified: false })
  return { userId, providerUserId, authenticatedAt: now, credential: null }
}

/** A live session of the user. */
export async function authorOf(userId: string): Promise<Author> {
  const [known] = await listSessions(userId, new Date(0))
  return { id: known?.id ?? (await createSession(userId)), userId }
}

export async function createSession(userId: string, at = now): Promise<SessionId> {
  const expiresAt = new Date(at.getTime() + 60_000)
  const tokenHash = tokenHashOf(crypto.randomUUID())
  const account = await createAccount(userId)
  const opened = await insertSession({ ...account, tokenHash, expiresAt, userAgent: null, now: at })
  if (opened.status !== 'inserted') throw new Error('the cookie is taken')
  return opened.id
}
