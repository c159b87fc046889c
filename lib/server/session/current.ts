import 'server-only'
/** Reads the session of a request. */
import { headers } from 'next/headers'
import { cache } from 'react'
import { serverConfig } from '@/lib/server/config'
import { recordBinding } from '@/lib/server/database/bindings'
import { whenUnavailable } from '@/lib/server/database/errors'
import { tokenHashOf } from '@/lib/server/database/ids'
import {
  awaitsNewCookie,
  confirmRenewal,
  type FoundSession,
  findSession,
} from '@/lib/server/database/sessions'
import { afterResponse } from '@/lib/server/http/shutdown'
import { type CheckedCookie, checkSessionCookies } from '@/lib/session/cookies'
import type { PersonSession, Session } from '@/lib/session/token'
import { isOnDevice, reportUnbound } from './bound-cookie'
import { visitSession } from './end'

/** A session with a valid cookie and a live row. */
export type LiveSession = PersonSession & { id: FoundSession['id']; openedAt: Date }

/**
 * `ended`: the cookie is valid, but the session is revoked, past its cap, or has no row. `unknown`: the keys
 * or the database are unavailable, which never signs anyone out. `ambiguous`: the request has cookies of two live
 * sessions. An attacker may have set one, and would read what the visitor writes. `unbound`: of a live session, but without
 * the bound cookie of its device: it may be a copy, or a browser that could not refresh it just now.
 */
export type RequestSession =
  | { status: 'valid'; session: LiveSession; row: FoundSession; cookie: string }
  | ({ status: 'expired' | 'ended' } & SignedCookie)
  | ({ status: 'unbound' } & LiveCookie)
  | { status: 'invalid' | 'absent' | 'unknown' | 'ambiguous' }

/** A correctly signed cookie with its row, if there is one. */
type SignedCookie = { session: Session; row: FoundSession | null; cookie: string }

/** The cookie of a live session; it may have expired. */
export type LiveCookie = SignedCookie & { row: FoundSession }

/** How long the old cookie stays valid once the new one has come back, for requests already sent. */
const oldCookieGraceMs = 60_000

/**
 * The session of this request, read once per page render; a handler reads it once and passes it on. Costs one indexed
 * read per correctly signed cookie, normally one. When due, checks with the provider after the response whether it's
 * revoked.
 */
export const requestSession = cache(async (): Promise<RequestSession> => {
  // Reading headers first makes pages dynamic: the build has no settings and must not prerender the result.
  const sent = await headers()
  const found = await findRequestSession(sent.get('cookie'))
  if (found.status === 'unbound') await reportUnbound(found.row, sent).catch(whenUnavailable(undefined))
  if (found.status !== 'valid') return found
  const { session, row, cookie } = found
  const isNewCookie = row.tokenHash === tokenHashOf(cookie) && awaitsNewCookie(row)
  const { binding } = row
  const isFirstOnDevice = binding?.confirmedAt === null && isOnDevice(binding, sent.get('cookie'))
  const keepBooks = async () => {
    if (isFirstOnDevice) await recordBinding(binding, 'confirmedAt')
    if (isNewCookie) await confirmRenewal(row, new Date(Date.now() + oldCookieGraceMs))
    await visitSession(row, session)
  }
  afterResponse(() => keepBooks().catch(whenUnavailable(undefined)))
  return found
})

/** The session of a `Cookie` header, which doesn't count as a visit. */
export async function findRequestSession(header: string | null): Promise<RequestSession> {
  const checked = await checkSessionCookies(header, serverConfig())
  const signed = await findSessions(checked).catch(whenUnavailable('unknown'))
  if (signed === 'unknown') return { status: 'unknown' }
  const live = signed.filter(isLive)
  if (new Set(live.map(({ row }) => row.id)).size > 1) return { status: 'ambiguous' }
  if (live.length === 0 && checked.some(({ check }) => check.status === 'unknown'))
    return { status: 'unknown' }
  const chosen = firstValid(live) ?? firstValid(signed)
  if (!chosen) return { status: checked.length > 0 ? 'invalid' : 'absent' }
  if (isLive(chosen) && lacksDevice(chosen.row, header)) return { ...chosen, status: 'unbound' }
  if (chosen.status === 'expired') return { ...chosen, status: 'expired' }
  if (!isLive(chosen)) return { ...chosen, status: 'ended' }
  const { session, row, cookie } = chosen
  return {
    status: 'valid',
    session: { ...session, userId: row.userId, id: row.id, openedAt: row.createdAt },
    row,
    cookie,
  }
}

/** Requests that were sent before the bound cookie arrived. */
const bindingGraceMs = 10_000

/** Whether the session is bound, and the request isn't from its device. Counts once the bound cookie has come back. */
function lacksDevice({ binding }: FoundSession, header: string | null): boolean {
  if (!serverConfig().bindsDevices || !binding?.confirmedAt) return false
  if (Date.now() < binding.confirmedAt.getTime() + bindingGraceMs) return false
  return !isOnDevice(binding, header)
}

type FoundCookie = SignedCookie & { status: 'valid' | 'expired' }

async function findSessions(checked: readonly CheckedCookie[]): Promise<FoundCookie[]> {
  const finding = checked.map(async ({ check, cookie }) =>
    'session' in check ? [{ ...check, cookie, row: await findSession(tokenHashOf(cookie)) }] : [],
  )
  return (await Promise.all(finding)).flat()
}

function firstValid(found: readonly FoundCookie[]): FoundCookie | undefined {
  return found.find(({ status }) => status === 'valid') ?? found[0]
}

/** Whether the session is live: its row is there, not ended, and not past the absolute cap. */
export function isLive<Found extends SignedCookie>(found: Found): found is Found & LiveCookie {
  const { row } = found
  return row !== null && row.revokedAt === null && remainingLifetimeMs(row.createdAt) > 0
}

/** Milliseconds left until the session's absolute cap. */
export function remainingLifetimeMs(openedAt: Date): number {
  return openedAt.getTime() + serverConfig().session.capMs - Date.now()
}
