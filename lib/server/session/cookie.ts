import 'server-only'
/** Sets and clears the session cookie. */
import type { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import type { SessionId } from '@/lib/server/database/ids'
import { sessionCookieAttributes } from '@/lib/session/token'
import { remainingLifetimeMs } from './current'

/** A new cookie, its session, when that was created, and whether it is bound to the browser's device. */
export type NewCookie = { value: string; sessionId: SessionId; openedAt: Date; isBound: boolean }

/**
 * Sets the session cookie. It outlives its token by the grace period, as renewal needs the expired cookie, but never
 * the session's cap. The token's own expiry decides whether it's valid.
 */
export function setSessionCookie(response: NextResponse, cookie: NewCookie, secure: boolean): void {
  const { cookieName, lifetimeMs, graceMs } = serverConfig().session
  const maxAge = Math.floor(Math.min(lifetimeMs + graceMs, remainingLifetimeMs(cookie.openedAt)) / 1000)
  response.cookies.set(cookieName, cookie.value, { ...sessionCookieAttributes, secure, maxAge })
}

/** Deletes the session cookie. */
export function clearSessionCookie(response: NextResponse, secure: boolean): void {
  response.cookies.set(serverConfig().session.cookieName, '', {
    ...sessionCookieAttributes,
    secure,
    maxAge: 0,
  })
}

/**
 * Deletes every cookie with this name that the site can: its own and those set for a parent domain. A cookie set for
 * one path stays, as the path is unknown. Must be the last to set a cookie on this response.
 */
export function clearEverySessionCookie(
  response: NextResponse,
  origin: string | null,
  secure: boolean,
): void {
  clearSessionCookie(response, secure)
  const { cookieName } = serverConfig().session
  for (const domain of domainsOf(origin))
    response.headers.append(
      'set-cookie',
      `${cookieName}=; Domain=${domain}; Path=/; Max-Age=0; HttpOnly; SameSite=lax${secure ? '; Secure' : ''}`,
    )
}

/** The host and its parent domains; browsers ignore public suffixes. */
function domainsOf(origin: string | null): string[] {
  const labels = origin ? new URL(origin).hostname.split('.') : []
  return labels
    .map((_, index) => labels.slice(index).join('.'))
    .filter((domain) => /[a-z]/i.test(domain) && domain.includes('.'))
}
