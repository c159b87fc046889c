import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/storage'
import { parseJson } from '@/lib/json'

/** The address that a sign-in link was sent to, kept so that this browser need not ask for it when the link is opened. */

/** Longer than any link is good for. */
const keptForMs = 24 * 3_600_000

/** Remembers the address until somebody signs in or out. */
export function rememberLinkEmail(email: string): void {
  const kept = JSON.stringify({ email, until: Date.now() + keptForMs })
  tryStorage(() => localStorage.setItem(personal.linkEmail, kept))
}

/** The address of the last day; null if this browser has asked for no link. What is older goes. */
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
