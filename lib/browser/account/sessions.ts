import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import { observable } from '@/lib/browser/observable'
import { fetchWithSession } from '@/lib/browser/session/renewal'
import { type SignInNews, signInWith } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import { accountRequests } from '@/lib/site/account-routes'
import type { SitePath } from '@/lib/site/routes'

const otherSessionsEnded = observable<void>(undefined)

/** Ends one of the user's other sessions. False if the server couldn't be reached. */
export function endOneSession(config: PublicConfig, id: string): Promise<boolean> {
  return remove(config, accountRequests.oneSession(id))
}

/** Ends all the user's sessions except this one. */
export async function signOutElsewhere(config: PublicConfig): Promise<boolean> {
  const haveEnded = await remove(config, accountRequests.sessions('others'))
  if (haveEnded) reportOtherSessionsEnded()
  return haveEnded
}

/** Call after the server has ended all other sessions. */
export function reportOtherSessionsEnded(): void {
  otherSessionsEnded.set()
}

/** Fires when this page has ended all other sessions. Returns the unsubscribe function. */
export const watchOtherSessionsEnded = otherSessionsEnded.subscribe

export type SettledSessions = { isRenewed: boolean; haveOthersEnded: boolean } & SignInNews

/**
 * Secures the sessions after a change of a sign-in method: renews this one with the new token, if there is one, and ends
 * all others, which may be an attacker's.
 */
export async function renewAndEndOthers(
  config: PublicConfig,
  token: FreshToken | null,
): Promise<SettledSessions> {
  const session = token && (await signInWith(config, async () => ({ status: 'done', value: token })))
  const haveOthersEnded = await signOutElsewhere(config)
  if (session?.status !== 'signed-in') return { isRenewed: false, haveOthersEnded }
  const { endedLinks } = session
  return { isRenewed: true, haveOthersEnded, ...(endedLinks !== undefined && { endedLinks }) }
}

/** Ends all the user's sessions and revokes their tokens at the provider. */
export function signOutEverywhere(config: PublicConfig): Promise<boolean> {
  return remove(config, accountRequests.sessions('all'))
}

async function remove(config: PublicConfig, path: SitePath): Promise<boolean> {
  const response = await nullIfNoResponse(fetchWithSession(config, path, { method: 'DELETE' }))
  if (!response) return false
  // Ended before. By the code: a proxy's 404 says nothing about the session.
  return response.ok || (await refusalCode(response)) === 'no-such-session'
}
