/** Public keys for session cookies, cached for hours and kept while the key server is down. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
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
export function createKeySource(url: string, now: () => number = Date.now): KeySource {
  let keys: FindKey | null = null
  let fetchedAt = Number.NEGATIVE_INFINITY
  let attemptedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null

  async function renew(): Promise<void> {
    attemptedAt = now()
    keys = await fetchKeys(url)
    fetchedAt = now()
  }

  function renewOnce(): Promise<void> {
    underWay ??= renew().finally(() => {
      underWay = null
    })
    return underWay
  }

  function mayFetch(): boolean {
    return underWay !== null || now() - attemptedAt >= (keys ? refetchAfterMs : firstRetryAfterMs)
  }

  async function hasKeys(): Promise<boolean> {
    if (keys) return true
    if (!mayFetch()) return false
    try {
      await renewOnce()
      return true
    } catch (error) {
      if (error instanceof KeysUnavailable) return false
      throw error
    }
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    if (!keys && !mayFetch()) throw new KeysUnavailable(`No keys from ${url}`)
    if (!keys) await renewOnce()
    if (!keys) throw new KeysUnavailable(`No keys from ${url}`)
    if (typeof header.kid !== 'string') return noSuchKey()
    if (mayFetch() && now() - fetchedAt >= freshForMs) renewOnce().catch(ignoreUnavailable)
    const key = await findKey(keys, header, token)
    if (key) return key
    if (now() - attemptedAt >= refetchAfterMs || underWay) await renewOnce()
    else if (fetchedAt < attemptedAt) throw new KeysUnavailable(`No new keys from ${url}`)
    return (await findKey(keys, header, token)) ?? noSuchKey()
  }
  return Object.assign(find, { hasKeys })
}

type FindKey = ReturnType<typeof createLocalJWKSet>

/** The key, or null if the set doesn't have it. An unusable key is the key server's fault. */
async function findKey(keys: FindKey, ...token: Parameters<FindKey>): Promise<CryptoKey | null> {
  try {
    return await keys(...token)
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return null
    throw new KeysUnavailable('The published keys cannot be used', { cause: error })
  }
}

function noSuchKey(): never {
  throw new errors.JWKSNoMatchingKey()
}

async function fetchKeys(url: string): Promise<FindKey> {
  try {
    const published = await withTimeout(fetchSet(url), timeoutMs)
    const keys = createLocalJWKSet(published)
    if (published.keys.length === 0) throw new Error('no key in it')
    return keys
  } catch (error) {
    throw new KeysUnavailable(`No keys from ${url}`, { cause: error })
  }
}

async function fetchSet(url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as JSONWebKeySet
}

/** Keep the old keys; the next request after the pause retries. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof KeysUnavailable)) throw error
}
