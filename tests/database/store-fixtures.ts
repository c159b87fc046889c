/** People, notes and links as the tests of the store write them. */
import { type NoteId, newNoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'
import type { PasskeyId } from '@/lib/passkeys'
import {
  firstNoteRows,
  insertPasskey,
  insertSession,
  type ListCursor,
  listNoteRows,
  type NoteSummaryRow,
  type PasskeyRow,
  type SearchQuery,
  type SessionId,
  searchNoteRows,
  storeNote,
  tokenHashOf,
  userHandleOf,
} from '@/lib/server/database/database'

export const now = new Date('2031-05-06T07:08:09.123Z')
export const later = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1000))
export const newUserId = () => `person-${crypto.randomUUID()}`
export const newShareId = () => crypto.randomUUID() as ShareId

/** Writes a new note. */
export async function createNote(userId: string, text: string, at = now, title = ''): Promise<NoteId> {
  const id = newNoteId()
  if (!(await storeNote({ id, userId, title, text, base: null, now: at }))) throw new Error('it is there')
  return id
}

/** Opens a session. */
export async function createSession(userId: string, at = now): Promise<SessionId> {
  const expiresAt = new Date(at.getTime() + 60_000)
  const tokenHash = tokenHashOf(crypto.randomUUID())
  const opened = await insertSession({
    ...{ tokenHash, userId, isUnverified: true },
    ...{ expiresAt, userAgent: null, now: at },
  })
  if (opened.status !== 'inserted') throw new Error('the cookie is taken')
  return opened.id
}

/** Adds a passkey. */
export async function addPasskey(userId: string, more: Partial<PasskeyRow> = {}): Promise<PasskeyRow> {
  await userHandleOf(userId)
  const row: PasskeyRow = {
    ...{ id: crypto.randomUUID() as PasskeyId, credentialId: `credential-${crypto.randomUUID()}`, userId },
    ...{ publicKey: 'key', counter: 0, transports: 'internal,hybrid', isBackupEligible: true },
    ...{ isBackedUp: true, aaguid: '00000000-0000-0000-0000-000000000000', name: null, rpId: 'localhost' },
    ...{ createdAt: now, lastUsedAt: null, ...more },
  }
  const added = await insertPasskey(row)
  if (added !== 'inserted') throw new Error(added)
  return row
}

/** A part of a person's list, or of what a search finds in it. */
export async function list(userId: string, more: Partial<SearchQuery> = {}): Promise<NoteSummaryRow[]> {
  const question = { userId, after: null, terms: [], limit: 100, now, ...more }
  if (question.terms.length > 0) return searchNoteRows(question)
  const { after, limit } = question
  return after
    ? listNoteRows({ ...question, after })
    : (await firstNoteRows(userId, limit, question.now)).rows
}

export async function listIds(...question: Parameters<typeof list>): Promise<NoteId[]> {
  return (await list(...question)).map(({ id }) => id)
}

/** All that one gets who goes on after the last of each page. */
export async function readPages(question: Partial<SearchQuery> & { userId: string; limit: number }) {
  const paged = []
  for (let after: ListCursor | null = null; ; after = paged.at(-1) ?? null) {
    const page = await list(question.userId, { ...question, after })
    paged.push(...page)
    if (page.length < question.limit) return paged
  }
}
