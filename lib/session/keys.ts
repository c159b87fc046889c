/** Public keys for session cookies, cached for hours and kept while the key server is down. */
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose'
import { withTimeout } from '@/lib/time/timeout'

/** No key, as the key server didn't respond: says nothing about the token. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

/** A key resolver for `jwtVerify`. */
export type KeySource = JWTVerifyGetKey & {
  /** Whether keys are available; fetches them if none are cached. */
  hasKeys(): Promise<boolean>
}

const freshForMs = 6 * 60 * 60_000
const refetchAfterMs = 30_000
const firstRetryAfterMs = 5_000
const timeoutMs = 3_000

/**
 * Resolves a token's key. Keys older than six hours are refreshed in the background and used as long as the
 * key server is down (stale-if-error). An unknown key ID triggers a refetch, at most one per 30 s; if a
 * successful fetch doesn't have it the token is invalid, otherwise unknown.
 */
export function createKeySource(url: string): KeySource {
  const cached: JWKSCacheInput = {}
  const fetchedAt = (): number | undefined => cached.uat
  let attemptedAt = Number.NEGATIVE_INFINITY
  const keySet = createRemoteJWKSet(new URL(url), {
    // Past it, every token would wait for the key server.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: refetchAfterMs,
    [jwksCache]: cached,
    // jose pauses after a success only; this pauses after a failure, too.
    [customFetch]: async () => {
      const pauseMs = fetchedAt() === undefined ? firstRetryAfterMs : refetchAfterMs
      if (Date.now() - attemptedAt < pauseMs) throw new KeysUnavailable(`No new keys from ${url}`)
      attemptedAt = Date.now()
      return withTimeout(fetchKeys(url), timeoutMs).catch((error: unknown) => {
        throw new KeysUnavailable(`No keys from ${url}`, { cause: error })
      })
    },
  })

  const refresh = () => keySet.reload().catch(ignoreUnavailable)

  const find: JWTVerifyGetKey = async (header, token) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey()
    if (Date.now() - (fetchedAt() ?? Number.POSITIVE_INFINITY) >= freshForMs) void refresh()
    try {
      return await keySet(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      throw new KeysUnavailable(`No usable keys from ${url}`, { cause: error })
    }
  }

  async function hasKeys(): Promise<boolean> {
    if (fetchedAt() === undefined) await refresh()
    return fetchedAt() !== undefined
  }
  return Object.assign(find, { hasKeys })
}

/** Rejects an empty set, which would replace the cached keys. */
async function fetchKeys(url: string): Promise<Response> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  const { keys } = (await response.clone().json()) as JSONWebKeySet
  if (keys.length === 0) throw new Error('no key in it')
  return response
}

/** Keeps the old keys; the next request after the pause retries. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof KeysUnavailable || error instanceof errors.JOSEError)) throw error
}
