/** A browser may send several cookies with our name: any site under the same domain can set one. */
import { checkSession, type SessionCheck } from './token'

export type CheckedCookie = { cookie: string; check: SessionCheck }

type Settings = {
  public: { identity: { projectId: string } | null; emulatorUrl: string | null }
  session: { cookieName: string; keysUrl: string }
}

/** Checks each session cookie in a `Cookie` header on its own; none without an identity provider. */
export async function checkSessionCookies(
  header: string | null,
  { public: site, session }: Settings,
): Promise<CheckedCookie[]> {
  if (!site.identity) return []
  const { projectId } = site.identity
  const issuer = { projectId, keysUrl: session.keysUrl, emulated: site.emulatorUrl !== null }
  const checking = sessionCookies(header, session.cookieName).map(async (cookie) => {
    const check = await checkSession(cookie, issuer)
    return { cookie, check }
  })
  return Promise.all(checking)
}

/** Each may cost a signature check. */
const maxCheckedCookies = 4

/** The distinct values of a cookie in a `Cookie` header, at most `maxCheckedCookies`, those that look like tokens first. */
export function sessionCookies(header: string | null, name: string): string[] {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return key.trim() === name ? value.join('=').trim() : []
  })
  const distinct = [...new Set(values)].filter((value) => value !== '')
  const tokensFirst = distinct.sort((a, b) => Number(looksLikeToken(b)) - Number(looksLikeToken(a)))
  return tokensFirst.slice(0, maxCheckedCookies)
}

function looksLikeToken(value: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)
}

/** The check that counts before rows are known: one valid cookie is enough, and an unknown one never signs out. */
export function decidingCheck(checked: readonly CheckedCookie[]): SessionCheck {
  const byWeight = ['valid', 'unknown', 'expired', 'invalid'] as const
  for (const status of byWeight) {
    const found = checked.find(({ check }) => check.status === status)
    if (found) return found.check
  }
  return { status: 'absent' }
}
