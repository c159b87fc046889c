import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/storage'
import { parseJson } from '@/lib/json'

/** The address a sign-in link was sent to, so this browser needn't ask for it when the link is opened. */

/** Longer than any link is valid. */
const keptForMs = 24 * 3_600_000

/** Remembers the address until the next sign-in or sign-out. */
export function rememberLinkEmail(email: string): void {
  const kept = JSON.stringify({ email, until: Date.now() + keptForMs })
  tryStorage(() => localStorage.setItem(personal.linkEmail, kept))
}

/** The stored address; null if there is none, or if it's older than a day, which deletes it. */
export function rememberedLinkEmail(): string | null {
  const kept = readKept()
  if (kept && kept.until > Date.now()) return kept.email
  forgetPersonal([personal.linkEmail])
  return null
}

function readKept(): { email: string; until: number } | null {
  const kept = parseJson(tryStorage(() => localStorage.getItem(personal.linkEmail)) ?? null)
  if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('until' in kept)) return null
  const { email, until } = kept
  return typeof email === 'string' && typeof until === 'number' ? { email, until } : null
}
