import 'server-only'
import type { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { sessionCookieAttributes } from '@/lib/session/token'

/** A fresh cookie, and when the session it belongs to was opened. */
export type NewCookie = { value: string; openedAt: Date }

/**
 * Hands the cookie to the browser. It outlives the token in it by the grace, but never the session's cap: the
 * token's own expiry decides what it is worth, and an expired cookie has to come back to be renewed.
 */
export function setSessionCookie(response: NextResponse, cookie: NewCookie, secure: boolean): void {
  const { cookieName, lifetimeMs, graceMs, capMs } = serverConfig().session
  const capLeftMs = cookie.openedAt.getTime() + capMs - Date.now()
  const maxAge = Math.floor(Math.min(lifetimeMs + graceMs, capLeftMs) / 1000)
  response.cookies.set(cookieName, cookie.value, { ...sessionCookieAttributes, secure, maxAge })
}

/** Takes the cookie out of the browser. */
export function clearSessionCookie(response: NextResponse, secure: boolean): void {
  response.cookies.set(serverConfig().session.cookieName, '', {
    ...sessionCookieAttributes,
    secure,
    maxAge: 0,
  })
}
