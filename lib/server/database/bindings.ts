import 'server-only'
/** Which device a session is bound to. Each function is one statement, or several that may be repeated. */
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import ms from 'ms'
import { deleteInBatches, queryDatabase } from './connection'
import type { SessionId } from './ids'
import { bindingsSince, sessionBindings } from './schema/sessions'
import { type Binding, before } from './sessions'

/** A release without bindings answers a browser's refresh with 404, which ends the browser's part for good. */
const rolloutMs = ms('1h')

/** Whether sessions may be bound: not in the hour after the migration, when instances of the last release may still serve. */
export async function mayBindSessions(now = new Date()): Promise<boolean> {
  const isOver = lt(bindingsSince.at, before(now, rolloutMs))
  return (await queryDatabase((queries) => queries.$count(bindingsSince, isOver))) > 0
}

/**
 * Binds a session to a key. The same key again is the same binding, as its browser may not have got the answer, and a binding
 * that was never confirmed is replaced. Null if another key has it.
 */
export async function bindSession(sessionId: SessionId, jwk: string): Promise<Binding | null> {
  const binding = { jwk, secret: randomBytes(32).toString('base64url'), boundAt: new Date() }
  const isThis = eq(sessionBindings.sessionId, sessionId)
  const [added] = await queryDatabase((queries) =>
    queries
      .insert(sessionBindings)
      .values({ sessionId, ...binding })
      .onConflictDoNothing()
      .returning(),
  )
  if (added) return added
  const [known] = await queryDatabase((queries) => queries.select().from(sessionBindings).where(isThis))
  if (known?.jwk === jwk) return known
  const isUnconfirmed = and(isThis, isNull(sessionBindings.confirmedAt))
  const [replaced] = await queryDatabase((queries) =>
    queries.update(sessionBindings).set(binding).where(isUnconfirmed).returning(),
  )
  return replaced ?? null
}

/** Records that the bound cookie has come back, or that a copy of it came from elsewhere. The first time counts. */
export async function recordBinding(
  { sessionId }: Binding,
  what: 'confirmedAt' | 'copiedAt',
  now = new Date(),
): Promise<void> {
  const isFirst = and(eq(sessionBindings.sessionId, sessionId), isNull(sessionBindings[what]))
  await queryDatabase((queries) =>
    queries
      .update(sessionBindings)
      .set({ [what]: now })
      .where(isFirst),
  )
}

/** Deletes a session's binding. */
export async function deleteBinding(sessionId: SessionId): Promise<void> {
  const isThis = eq(sessionBindings.sessionId, sessionId)
  await queryDatabase((queries) => queries.delete(sessionBindings).where(isThis))
}

/** Deletes all bindings, until it should stop. */
export async function deleteBindings(shouldStop: () => boolean): Promise<void> {
  await deleteInBatches({ table: sessionBindings, key: sessionBindings.sessionId }, shouldStop)
}
