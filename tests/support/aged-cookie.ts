/** Older session cookies, for sites on PostgreSQL. */
import { type Account, unsignedToken } from './accounts'
import { giveCookie } from './database/rows'
import type { Site } from './site'

export type Cookie = { name: string; value: string }

/** The cookie of the account's only session, expired for an hour. */
export function expiredCookie(site: Site, account: Account): Promise<Cookie> {
  return ageSession(site, account, { startsIn: -7200, endsIn: -3600 })
}

/** The cookie of the account's only session, still valid, from a sign-in ten minutes ago. */
export function oldSignInCookie(site: Site, account: Account): Promise<Cookie> {
  return ageSession(site, account, { startsIn: -600, endsIn: 86_400 })
}

/** In seconds from now. */
type Times = { startsIn: number; endsIn: number }

async function ageSession(
  site: Site,
  { userId, email }: Account,
  { startsIn, endsIn }: Times,
): Promise<Cookie> {
  const now = Math.floor(Date.now() / 1000)
  const value = unsignedToken({
    iss: 'https://session.firebase.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: userId,
    email,
    auth_time: now + startsIn,
    iat: now + startsIn,
    exp: now + endsIn,
  })
  await giveCookie(site.databaseUrl, userId, value)
  return { name: '__session', value }
}
