/** A browser may send several cookies of our name: any site under the same domain can set one for this site, too. */
import { checkSession, type SessionCheck, type SessionIssuer } from './token'

export type CheckedCookie = { cookie: string; check: SessionCheck }

/** Checks each cookie of this name by itself, in the order sent. None if there is none. */
export function checkCookies(
  header: string | null,
  name: string,
  issuer: SessionIssuer,
): Promise<CheckedCookie[]> {
  const checking = sessionCookies(header, name).map(async (cookie) => {
    const check = await checkSession(cookie, issuer)
    return { cookie, check }
  })
  return Promise.all(checking)
}

/** Each may cost a signature check. */
const maxCheckedCookies = 4

/** The different values of a cookie in a `Cookie` header, `maxCheckedCookies` at most: those that look like a token before others. */
export function sessionCookies(header: string | null, name: string): string[] {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return key.trim() === name ? value.join('=').trim() : []
  })
  const different = [...new Set(values)].filter((value) => value !== '')
  const [tokens, others] = [
    different.filter(looksLikeToken),
    different.filter((value) => !looksLikeToken(value)),
  ]
  return [...tokens, ...others].slice(0, maxCheckedCookies)
}

function looksLikeToken(value: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)
}

/** The check that decides what to do before rows are known: one good cookie is enough, and not knowing is never no. */
export function decidingCheck(checked: readonly CheckedCookie[]): SessionCheck {
  const byWeight = ['valid', 'unknown', 'expired', 'invalid'] as const
  for (const status of byWeight) {
    const found = checked.find(({ check }) => check.status === status)
    if (found) return found.check
  }
  return { status: 'absent' }
}
