import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'

/** Longer than any link is valid. */
const maxAgeMs = 24 * 3_600_000

/**
 * A request for a sign-in link, stored so this browser needn't ask for the address when the link is opened. `addsTo` is the
 * user whose account gets sign-in links. It's never in a URL: otherwise an attacker could send a link for their own address
 * and get into the account of the user who opens it.
 */
export type LinkRequest = { email: string; addsTo?: string | undefined }

/** Remembers the request until the next sign-in or sign-out. */
export function rememberLinkRequest({ email, addsTo }: LinkRequest): void {
  const stored = JSON.stringify({ email, addsTo, until: Date.now() + maxAgeMs })
  tryStorage(({ local }) => local.setItem(personal.linkEmail, stored))
}

/** The stored request; null if there's none. Deletes one that is older than a day by this browser's clock. */
export function rememberedLinkRequest(): LinkRequest | null {
  const stored = readStored()
  const remainingMs = (stored?.until ?? 0) - Date.now()
  // A corrected clock can leave more than a day; one set back by years would keep it for years.
  if (stored && remainingMs > 0 && remainingMs <= 2 * maxAgeMs) return stored
  forgetPersonal([personal.linkEmail])
  return null
}

function readStored(): (LinkRequest & { until: number }) | null {
  const stored = parseJson(tryStorage(({ local }) => local.getItem(personal.linkEmail)) ?? null)
  if (typeof stored !== 'object' || stored === null || !('email' in stored) || !('until' in stored))
    return null
  const { email, until } = stored
  if (typeof email !== 'string' || typeof until !== 'number') return null
  const addsTo = 'addsTo' in stored && typeof stored.addsTo === 'string' ? stored.addsTo : undefined
  return { email, addsTo, until }
}
