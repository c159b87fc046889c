import 'server-only'
/** Sets and clears the session cookie. */
import type { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { sessionCookieAttributes } from '@/lib/session/token'
import { remainingLifetimeMs } from './current'

/** A new cookie, and when its session was opened. */
export type NewCookie = { value: string; openedAt: Date }

/**
 * Sets the session cookie. It outlives the token inside by the grace, as an expired cookie is needed for
 * renewal, but never the session's cap. The token's own expiry decides whether it's valid.
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
 * Deletes each cookie of this name that the site can: its own, and those that were set for a domain above it. What was set for
 * one path alone stays, as nobody knows the path. After this the response sets no other cookie.
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

/** The host and the domains above it; browsers ignore one that is a public suffix. */
function domainsOf(origin: string | null): string[] {
  const labels = origin ? new URL(origin).hostname.split('.') : []
  return labels
    .map((_, place) => labels.slice(place).join('.'))
    .filter((domain) => /[a-z]/i.test(domain) && domain.includes('.'))
}
