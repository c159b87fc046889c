import 'server-only'
import { headers } from 'next/headers'
import { isSecureOrigin, ownOrigin } from '@/lib/http/origin'
import type { SignInObstacle } from '@/lib/identity/problem'
import { serverConfig } from '@/lib/server/config'

/** Why nobody can sign in at the address that this request came to; null if nothing is in the way. */
export async function signInObstacle(): Promise<SignInObstacle | null> {
  const { public: site } = serverConfig()
  if (!site.identity) return 'not-configured'
  const origin = await requestOrigin()
  return origin && !isSecureOrigin(origin) ? 'not-secure' : null
}

/** The site's own origin as this request's visitor sees it; null if the request names none. */
export async function requestOrigin(): Promise<string | null> {
  return ownOrigin(await headers(), serverConfig().origin)
}
