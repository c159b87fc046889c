/** The same person's session on another device. */
import { type Account, repeatSignIn } from './accounts'
import { getNotesPage, postToken, sessionCookieOf } from './requests'
import type { Site } from './site'

/** Signs in again, over HTTP. */
export async function signInElsewhere(
  site: Site,
  account: Pick<Account, 'email' | 'password'>,
  headers: Record<string, string> = {},
) {
  const { idToken } = await repeatSignIn(site, account)
  const cookie = sessionCookieOf(await postToken(site, idToken, headers)).value
  return { cookie, isLive: async () => (await getNotesPage(site, cookie)).status === 200 }
}
