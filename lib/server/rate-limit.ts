import 'server-only'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What is limited, how often it may happen, and within how long (DESIGN section 4, OWASP ASVS 6.3.1). */
const limits = {
  /** New and renewed sessions of one person. */
  'mint-by-user': { points: 60, duration: 600 },
  /** New and renewed sessions from one address; many people may share it. */
  'mint-by-address': { points: 300, duration: 600 },
  /** Tokens the provider did not accept, from one address. */
  'refusal-by-address': { points: 60, duration: 600 },
} as const
export type Limit = keyof typeof limits

export type RateVerdict = { status: 'allowed' } | { status: 'limited'; retryAfterSeconds: number }

/** Counts one event, and says whether it was one too many. */
export async function countEvent(limit: Limit, key: string): Promise<RateVerdict> {
  try {
    await limiter(limit).consume(key)
    return { status: 'allowed' }
  } catch (error) {
    if (error instanceof RateLimiterRes) return limited(error)
    throw error
  }
}

/** Whether the limit has been reached, without counting. */
export async function checkLimit(limit: Limit, key: string): Promise<RateVerdict> {
  const state = await limiter(limit).get(key)
  return state && state.consumedPoints >= limits[limit].points ? limited(state) : { status: 'allowed' }
}

function limited({ msBeforeNext }: RateLimiterRes): RateVerdict {
  return { status: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

const limiters = new Map<Limit, RateLimiterMemory>()

function limiter(limit: Limit): RateLimiterMemory {
  const known = limiters.get(limit)
  if (known) return known
  const made = new RateLimiterMemory({ keyPrefix: limit, ...limits[limit] })
  limiters.set(limit, made)
  return made
}
