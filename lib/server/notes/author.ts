import 'server-only'
import ms from 'ms'
import { codeOf } from '@/lib/error-code'
import { reportProcessError } from '@/lib/server/errors'
import { userProfile } from '@/lib/server/identity/identity'
import { oncePerProcess } from '@/lib/server/process'
import { withTimeout } from '@/lib/time/timeout'

/**
 * The name that a user has chosen to be called by; null if they have none, if it is their email address, or if the provider
 * doesn't say within a second. Kept for a minute.
 */
export async function authorName(userId: string): Promise<string | null> {
  const known = names.get(userId)
  if (known && known.until > Date.now()) return known.name
  const profile = await profileInTime(userId)
  if (profile?.status !== 'ok') return known?.name ?? null
  const { displayName, email } = profile.value
  const name = displayName && displayName !== email ? displayName : null
  // The oldest goes, so that memory stays bounded.
  if (names.size >= mostNames) names.delete(names.keys().next().value ?? '')
  names.delete(userId)
  names.set(userId, { name, until: Date.now() + ms('1m') })
  return name
}

/** Null if it takes too long. An error that nobody expects is logged: the page goes without a name. */
async function profileInTime(userId: string) {
  try {
    return await withTimeout(userProfile(userId), longestWaitMs)
  } catch (error) {
    if (codeOf(error) !== 'timeout') reportProcessError(error)
    return null
  }
}

const longestWaitMs = 1_000
const mostNames = 500

const names = oncePerProcess('writer-names', () => new Map<string, { name: string | null; until: number }>())
