import 'server-only'
import type { Limit } from '@/lib/server/database/rate-limit'

/** What passkeys may cost. */
export const passkeyLimits = {
  /** Challenges and custom tokens per user; each token costs a call to the provider. */
  byUser: { name: 'passkey-by-user', points: 120, duration: 600 },
  /** Invalid responses to challenges per address, or per user if sent with a live session. Never refuses valid ones. */
  invalid: { name: 'invalid-passkey', points: 60, duration: 600, isFlood: true },
} as const satisfies Record<string, Limit>
