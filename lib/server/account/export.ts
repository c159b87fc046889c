import 'server-only'
import {
  findAccount,
  type KnownAccount,
  listAllNotes,
  listAllOpenings,
  listAllSessions,
  listAllShares,
  listAllTrashed,
  listPasskeyRows,
  listUnverified,
  listUserHandles,
  type PasskeyRow,
  type SessionRow,
  type UserId,
} from '@/lib/server/database/database'
import { userProfile } from '@/lib/server/identity/identity'
import type { LiveSession } from '@/lib/server/session/session'
import { describeDevice } from './account'

type AccountExport =
  /** JSON in chunks, as notes can take up 50 MB: at most 2.5 MB of them are in memory. Throws if the database fails. */
  { status: 'ok'; chunks: AsyncGenerator<string, void> } | { status: 'unavailable'; code: string }

/** Everything stored about the user, as a file. `unavailable`: the provider, which has part of it, didn't respond. */
export async function exportAccount({ userId }: LiveSession): Promise<AccountExport> {
  const profile = await userProfile(userId)
  if (profile.status !== 'ok') return { status: 'unavailable', code: profile.code }
  return { status: 'ok', chunks: await exportRows(userId, profile.value) }
}

/** The file, given the provider's profile of the user. */
export async function exportRows(userId: UserId, profile: object): Promise<AsyncGenerator<string, void>> {
  const [account, sessions, shares, shareOpenings, unverified, handles, passkeys] = await Promise.all([
    findAccount(userId),
    listAllSessions(userId),
    listAllShares(userId),
    listAllOpenings(userId),
    listUnverified(userId),
    listUserHandles(userId),
    listPasskeyRows(userId),
  ])
  const after = {
    shares: shares.map(({ userId: _, ...share }) => share),
    shareOpenings,
    sessions: sessions.map(describeSession),
    accounts: account ? [describeAccount(account)] : [],
    unverifiedAccounts: unverified.map(({ sessionId }) => ({ sessionId })),
    userHandles: handles.map(({ handle }) => ({ handle })),
    passkeys: passkeys.map(describePasskey),
  }
  return streamExport({ madeAt: new Date(), profile }, userId, after)
}

async function* streamExport(before: object, userId: UserId, after: object): AsyncGenerator<string, void> {
  yield `{\n  ${jsonMembers(before)},\n  "notes": [`
  yield* streamItems(listAllNotes(userId))
  yield `],\n  "trashedNotes": [`
  yield* streamItems(listAllTrashed(userId))
  // Closed last, so that an interrupted file isn't valid JSON.
  yield `],\n  ${jsonMembers(after)}\n}\n`
}

async function* streamItems(
  rows: AsyncGenerator<{ userId: UserId; bytes: number }>,
): AsyncGenerator<string, void> {
  let separator = '\n'
  for await (const { userId: _, bytes: __, ...note } of rows) {
    yield `${separator}    ${indentedJson(note, 4)}`
    separator = ',\n'
  }
  yield '\n  '
}

function jsonMembers(values: object): string {
  const named = Object.entries(values).map(([name, value]) => `"${name}": ${indentedJson(value, 2)}`)
  return named.join(',\n  ')
}

/** Readable JSON. Line breaks within strings are escaped, so all others are layout. */
function indentedJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

function describeSession(row: SessionRow) {
  return {
    id: row.id,
    device: describeDevice(row.userAgent ?? ''),
    userAgent: row.userAgent,
    openedAt: row.createdAt,
    renewedAt: row.renewedAt,
    seenAt: row.seenAt,
    expiresAt: row.expiresAt,
    endedAt: row.revokedAt,
  }
}

function describeAccount({ createdAt, address, provedAt, nextAddress, securedAt }: KnownAccount) {
  return { createdAt, address, provedAt, nextAddress, securedAt }
}

/** Without the public key, which is of use only to us. */
function describePasskey({ id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }
}
