import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { NextResponse } from 'next/server'
import { cache } from 'react'
import { routes, type SitePath } from '../routes'
import {
  checkSession,
  maxCookieBytes,
  type Session,
  type SessionCheck,
  sessionCookieAttributes,
} from '../session'
import { serverConfig } from './config'
import { mintSessionCookie, verifyIdToken } from './identity'

/** What the request's session cookie is worth; asked once a request. */
export const currentSessionCheck = cache(async (): Promise<SessionCheck> => {
  // Asked for first, so that no page is ever prerendered with the answer 'absent' of a build without settings.
  const jar = await cookies()
  const { session, public: site } = serverConfig()
  if (!site.identity) return { status: 'absent' }
  return checkSession(jar.get(session.cookieName)?.value, {
    projectId: site.identity.projectId,
    keysUrl: session.keysUrl,
    emulated: site.emulatorUrl !== null,
  })
})

/** The visitor's session, or null. Throws when nobody can tell: not knowing is not 'no'. */
export async function currentSession(): Promise<Session | null> {
  const check = await currentSessionCheck()
  if (check.status === 'unknown') throw new Error('The session cannot be checked: its keys are out of reach')
  return check.status === 'valid' ? check.session : null
}

/** The visitor's session; without one the visitor is sent to sign in and comes back to `path`. */
export async function requireSession(path: SitePath): Promise<Session> {
  return (await currentSession()) ?? redirect(routes.loginThen(path))
}

export type OpenedSession =
  | { status: 'opened'; cookie: string; userId: string }
  | { status: 'kept'; userId: string }
  | { status: 'refused' | 'unavailable' | 'too-large'; code: string }

/** A new session needs a sign-in of the last five minutes, so that a stolen ID token is soon worthless. */
const signInIsRecentForSeconds = 5 * 60

/**
 * Opens a session for the bearer of an ID token. A live session of the same person is kept as it is. The
 * token is verified before anything is minted (DESIGN section 4).
 */
export async function openSession(idToken: string): Promise<OpenedSession> {
  const token = await verifyIdToken(idToken)
  if (token.status !== 'ok') return token
  const { userId, authenticatedAt } = token.value
  const current = await currentSessionCheck()
  if (current.status === 'valid' && current.session.userId === userId) return { status: 'kept', userId }
  if (Date.now() / 1000 - authenticatedAt > signInIsRecentForSeconds) {
    return { status: 'refused', code: 'sign-in-too-old' }
  }
  const { lifetimeMs, cookieName } = serverConfig().session
  const minted = await mintSessionCookie(idToken, lifetimeMs)
  if (minted.status !== 'ok') return minted
  if (cookieName.length + minted.value.length > maxCookieBytes)
    return { status: 'too-large', code: 'cookie-too-large' }
  return { status: 'opened', cookie: minted.value, userId }
}

/**
 * Hands the cookie to the browser. It outlives the session in it by the grace, but never the cap: the token's
 * own expiry decides what it is worth, and an expired cookie has to come back to be renewed.
 */
export function setSessionCookie(response: NextResponse, cookie: string, secure: boolean): void {
  const { cookieName, lifetimeMs, graceMs, capMs } = serverConfig().session
  const maxAge = Math.floor(Math.min(lifetimeMs + graceMs, capMs) / 1000)
  response.cookies.set(cookieName, cookie, { ...sessionCookieAttributes, secure, maxAge })
}

/** Takes the cookie out of the browser. */
export function clearSessionCookie(response: NextResponse, secure: boolean): void {
  response.cookies.set(serverConfig().session.cookieName, '', {
    ...sessionCookieAttributes,
    secure,
    maxAge: 0,
  })
}
