import 'server-only'
import ms from 'ms'
import { codeOf } from '@/lib/error-code'
import { reportProcessError } from '@/lib/server/errors'
import { userProfile } from '@/lib/server/identity/identity'
import { oncePerProcess } from '@/lib/server/process'
import { withTimeout } from '@/lib/time/timeout'

/**
 * The display name of a shared note's author; null if they have none, if it's their email address, or if the provider doesn't
 * respond within a second. Cached for a minute.
 */
export async function authorName(userId: string): Promise<string | null> {
  const cached = names.get(userId)
  if (cached && cached.until > Date.now()) return cached.name
  const profile = await profileWithTimeout(userId)
  if (profile?.status !== 'ok') return cached?.name ?? null
  const { displayName, email } = profile.value
  const name = displayName && displayName !== email ? displayName : null
  // Evicts the oldest.
  if (names.size >= maxCachedNames) names.delete(names.keys().next().value ?? '')
  names.delete(userId)
  names.set(userId, { name, until: Date.now() + ms('1m') })
  return name
}

/** Null on a timeout or an unexpected error, which is logged: the page is shown without a name. */
async function profileWithTimeout(userId: string) {
  try {
    return await withTimeout(userProfile(userId), timeoutMs)
  } catch (error) {
    if (codeOf(error) !== 'timeout') reportProcessError(error)
    return null
  }
}

const timeoutMs = 1_000
const maxCachedNames = 500

const names = oncePerProcess('author-names', () => new Map<string, { name: string | null; until: number }>())
