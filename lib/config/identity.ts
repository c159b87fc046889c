/** The identity settings of a Firebase project. */

/** Firebase web app settings, as the console prints them (S41). */
export type IdentitySettings = { apiKey: string; projectId: string; authDomain?: string | undefined }

type IdentityResult =
  | { status: 'ready'; settings: IdentitySettings }
  | { status: 'not-configured' | 'wrong'; problem: string }

/** Checks the identity settings. Without a usable API key sign-in is disabled but the site works (S72, S107). */
export function parseIdentity(settings: Record<string, unknown> | undefined): IdentityResult {
  if (!settings) return { status: 'not-configured', problem: 'is not set' }
  const { apiKey, projectId, authDomain } = settings
  if (typeof apiKey !== 'string' || apiKey === '')
    return { status: 'not-configured', problem: 'has no apiKey' }
  if (apiKey.includes(':')) return { status: 'not-configured', problem: 'has an apiKey with a colon' }
  if (typeof projectId !== 'string' || projectId === '')
    return { status: 'wrong', problem: 'has no projectId' }
  if (authDomain !== undefined && !isHost(authDomain))
    return { status: 'wrong', problem: 'has an authDomain that is not a host name' }
  return { status: 'ready', settings: { apiKey, projectId, authDomain: authDomain?.toLowerCase() } }
}

/** Strict, as the host becomes part of the security policy. */
function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]+(:\d{1,5})?$/.test(value)
}
