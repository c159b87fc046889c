import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { type IdentityErrorCode, identityFailure, knownIdentityCodes } from '@/lib/identity/error-words'
import { relearnPasswordPolicy } from './password-policy'

/** A person sees that an identity call has failed: whoever runs the site is told of what only they can mend. */
export function reportIdentityProblem(code: IdentityErrorCode): void {
  if (code === 'password-does-not-meet-requirements' || code === 'password-outdated')
    // The rules for passwords are others than this page knows (spec section 5).
    void relearnPasswordPolicy()
  if (identityFailure(code).level !== 'error') return
  const name = nameOfCode(code)
  if (told.has(name)) return
  told.add(name)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) =>
    reportError(new Error(`identity: ${name}`)),
  )
}

/** Once a name and page. */
const told = new Set<string>()

/** Wrong settings that the provider tells in words which the SDK's table lacks. */
const toldInWords = ['api-key-not-valid', 'configuration-not-found', 'project-not-found']

/** The SDK makes a code of any sentence of the provider's, whoever it names: only known ones come into the log. */
function nameOfCode(code: IdentityErrorCode): string {
  if (knownIdentityCodes().some((known) => known === code)) return code
  return toldInWords.find((beginning) => code.startsWith(beginning)) ?? 'unknown'
}
