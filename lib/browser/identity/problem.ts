import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { type IdentityErrorCode, identityFailure, knownIdentityCodes } from '@/lib/identity/error-words'
import { relearnPasswordPolicy } from './password-policy'

/** Reports identity errors that only the operator can fix; the user already sees a message. */
export function reportIdentityProblem(code: IdentityErrorCode): void {
  if (code === 'password-does-not-meet-requirements' || code === 'password-outdated')
    // The password policy has changed (spec section 5).
    void relearnPasswordPolicy()
  if (identityFailure(code).level !== 'error') return
  const name = nameOfCode(code)
  if (told.has(name)) return
  told.add(name)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) =>
    reportError(new Error(`identity: ${name}${adviceFor(name)}`)),
  )
}

/** Deduplicates per page. */
const told = new Set<string>()

/** Configuration errors that the provider sends as text, missing from the SDK's table. */
const toldInWords = ['api-key-not-valid', 'configuration-not-found', 'project-not-found']

/** Logs known codes only: the SDK turns any provider message into a code, even one with personal data. */
function nameOfCode(code: IdentityErrorCode): string {
  if (knownIdentityCodes().some((known) => known === code)) return code
  return toldInWords.find((beginning) => code.startsWith(beginning)) ?? 'unknown'
}

/** What the operator has to do. */
function adviceFor(name: string): string {
  if (name === 'captcha-off') return ': set RECAPTCHA=true'
  if (name !== 'unauthorized-domain') return ''
  return `: add ${location.hostname} to the authorized domains in the Firebase console (Authentication, Settings)`
}
