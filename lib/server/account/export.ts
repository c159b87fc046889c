import 'server-only'
import type { UserId } from '@/lib/server/database/ids'
import { userProfile } from '@/lib/server/identity/user'
import type { PersonRows } from '@/lib/server/room'
import type { LiveSession } from '@/lib/server/session/current'
import { exportedRows } from './rows'

type AccountExport =
  /** JSON in chunks, as it can be 50 MB: at most 2.5 MB of them are in memory. Throws if the database fails. */
  { status: 'ok'; chunks: AsyncGenerator<string, void> } | { status: 'unavailable'; code: string }

/** Everything stored about the user, as a file. `unavailable`: the provider, which has part of it, didn't respond. */
export async function exportAccount({ userId, providerUserId }: LiveSession): Promise<AccountExport> {
  const profile = await userProfile(providerUserId)
  if (profile.status !== 'ok') return { status: 'unavailable', code: profile.code }
  return { status: 'ok', chunks: await exportRows(userId, profile.value) }
}

/** The file, given the provider's profile of the user. */
export async function exportRows(userId: UserId, profile: object): Promise<AsyncGenerator<string, void>> {
  return streamExport({ madeAt: new Date(), profile }, await exportedRows(userId))
}

async function* streamExport(
  before: object,
  rows: Readonly<Record<string, PersonRows>>,
): AsyncGenerator<string, void> {
  const members = Object.entries(before).map(([name, value]) => `\n  "${name}": ${indentedJson(value, 2)}`)
  yield `{${members.join(',')}`
  for (const [name, items] of Object.entries(rows)) {
    yield `,\n  "${name}": [`
    yield* streamItems(items)
    yield ']'
  }
  // Closed last, so that an interrupted file isn't valid JSON.
  yield '\n}\n'
}

async function* streamItems(rows: PersonRows): AsyncGenerator<string, void> {
  let separator = ''
  for await (const row of rows) {
    yield `${separator}\n    ${indentedJson(row, 4)}`
    separator = ','
  }
  if (separator) yield '\n  '
}

/** Readable JSON. Line breaks within strings are escaped, so all others are layout. */
function indentedJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)
}
