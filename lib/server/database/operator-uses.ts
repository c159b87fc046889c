import 'server-only'
/** What operators do by commands. The server logs it, as a command's own output isn't in the log. */
import { eq, isNotNull, lt, or } from 'drizzle-orm'
import ms from 'ms'
import { scrub } from '@/lib/log/scrub'
import { log } from '@/lib/server/log/log'
import { newUuid } from '@/lib/uuid'
import { queryDatabase } from './connection'
import { operatorUses } from './schema/accounts'
import { before } from './sessions'

/** Who does what, and why. */
export type OperatorUse = { operator: string; kind: string; reason: string }

/** Records that a use begins; returns its ID. The reason is scrubbed, as it may name an address. */
export async function startUse({ operator, kind, reason }: OperatorUse, at = new Date()): Promise<string> {
  const id = newUuid()
  const use = { id, at, operator, kind, reason: scrub(reason) }
  await queryDatabase((queries) => queries.insert(operatorUses).values(use))
  return id
}

/** Records whom a use is about, or, with a code, what came of it. */
export async function updateUse(id: string, found: { userId: string } | { code: string }): Promise<void> {
  await queryDatabase((queries) => queries.update(operatorUses).set(found).where(eq(operatorUses.id, id)))
}

/** Logs uses that have ended, or not within a minute: each once across all instances, as its row goes with the line. */
export async function logUses(now = new Date()): Promise<void> {
  const isOver = or(isNotNull(operatorUses.code), lt(operatorUses.at, before(now, ms('1m'))))
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const uses = await transaction.delete(operatorUses).where(isOver).returning()
      for (const { id, at, ...use } of uses) log('info', 'operator.acted', { at: at.toISOString(), ...use })
    }),
  )
}
