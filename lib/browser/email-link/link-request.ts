import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'

/** The address a sign-in link was sent to, so this browser needn't ask for it when the link is opened. */

/** Longer than any link is valid. */
const keptForMs = 24 * 3_600_000

/**
 * `addsTo`: the user who wants to sign in by links from now on. It is this browser that remembers it and no URL: else
 * somebody could send a link for an address of their own, and be let into the account of whoever opens it.
 */
export type LinkRequest = { email: string; addsTo?: string | undefined }

/** Remembers the request until the next sign-in or sign-out. */
export function rememberLinkRequest({ email, addsTo }: LinkRequest): void {
  const kept = JSON.stringify({ email, addsTo, until: Date.now() + keptForMs })
  tryStorage(({ local }) => local.setItem(personal.linkEmail, kept))
}

/** The stored request; null if there is none, or if it's older than a day by this browser's clock, which deletes it. */
export function rememberedLinkRequest(): LinkRequest | null {
  const kept = readKept()
  const leftMs = (kept?.until ?? 0) - Date.now()
  // A clock put right since leaves more than a day; one set back by years would keep it for years.
  if (kept && leftMs > 0 && leftMs <= 2 * keptForMs) return kept
  forgetPersonal([personal.linkEmail])
  return null
}

function readKept(): (LinkRequest & { until: number }) | null {
  const kept = parseJson(tryStorage(({ local }) => local.getItem(personal.linkEmail)) ?? null)
  if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('until' in kept)) return null
  const { email, until } = kept
  if (typeof email !== 'string' || typeof until !== 'number') return null
  const addsTo = 'addsTo' in kept && typeof kept.addsTo === 'string' ? kept.addsTo : undefined
  return { email, addsTo, until }
}
