/** Users, notes, sessions and passkeys for the tests of the store. */
import { type NoteId, newNoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'
import type { PasskeyId } from '@/lib/passkeys/passkeys'
import { knowAccount } from '@/lib/server/database/accounts'
import { type SessionId, tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/sessions'
import {
  firstNoteRows,
  type ListCursor,
  listNoteRows,
  type NoteSummaryRow,
} from '@/lib/server/notes/database/list'
import { storeNote } from '@/lib/server/notes/database/notes'
import { type SearchQuery, searchNoteRows } from '@/lib/server/notes/database/search'
import { insertPasskey, type PasskeyRow, userHandleOf } from '@/lib/server/passkeys/database/passkeys'

export const now = new Date('2031-05-06T07:08:09.123Z')
export const later = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1000))
export const newUserId = () => `person-${crypto.randomUUID()}`
export const newShareId = () => crypto.randomUUID() as ShareId

export async function createNote(userId: string, text: string, at = now, title = ''): Promise<NoteId> {
  const id = newNoteId()
  if (!(await storeNote({ id, userId, title, text, base: null, now: at }))) throw new Error('it is there')
  return id
}

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

/** A page of a user's list, or of a search in it. */
export async function list(userId: string, more: Partial<SearchQuery> = {}): Promise<NoteSummaryRow[]> {
  const query = { userId, after: null, terms: [], limit: 100, now, ...more }
  if (query.terms.length > 0) return searchNoteRows(query)
  const { after, limit } = query
  return after ? listNoteRows({ ...query, after }) : (await firstNoteRows(userId, limit, query.now)).rows
}

export async function listIds(...parameters: Parameters<typeof list>): Promise<NoteId[]> {
  return (await list(...parameters)).map(({ id }) => id)
}

/** All pages, each after the last note of the one before. */
export async function readPages(query: Partial<SearchQuery> & { userId: string; limit: number }) {
  const paged = []
  for (let after: ListCursor | null = null; ; after = paged.at(-1) ?? null) {
    const page = await list(query.userId, { ...query, after })
    paged.push(...page)
    if (page.length < query.limit) return paged
  }
}
