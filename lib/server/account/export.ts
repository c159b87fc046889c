import 'server-only'
/** Everything stored about a user, as a file. */
import {
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
import { describeDevice } from '@/lib/server/http/device'
import { userProfile } from '@/lib/server/identity/identity'
import type { LiveSession } from '@/lib/server/session/session'

export type AccountExport =
  /** JSON in parts, as notes can take up 50 MB: at most 2.5 MB of them are in memory. Throws if the database goes away. */
  { status: 'ok'; texts: AsyncGenerator<string, void> } | { status: 'unavailable'; code: string }

/** Everything stored about the user. `unavailable`: the provider, which has a part of it, didn't answer. */
export async function exportAccount({ userId }: LiveSession): Promise<AccountExport> {
  const profile = await userProfile(userId)
  if (profile.status !== 'ok') return { status: 'unavailable', code: profile.code }
  return { status: 'ok', texts: await exportRows(userId, profile.value) }
}

/** The file, with what the provider knows of the user. */
export async function exportRows(userId: UserId, profile: object): Promise<AsyncGenerator<string, void>> {
  const [sessions, shares, shareOpenings, unverified, handles, passkeys] = await Promise.all([
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
  // Only now, so that what broke off is no JSON.
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

/** For reading, too; line breaks within texts are escaped, so those that are left are the layout's. */
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

/** Without the key: it's the authenticator's, and of no use to anybody else. */
function describePasskey({ id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, aaguid, isBackedUp, rpId, createdAt, lastUsedAt }
}
