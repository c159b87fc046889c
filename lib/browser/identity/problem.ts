import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { identityFailure, knownIdentityCodes } from '@/lib/identity/error-words'
import { relearnPasswordPolicy } from './password-policy'

/** A person sees that an identity call has failed: whoever runs the site is told of what only they can mend. */
export function heedIdentityProblem(code: string): void {
  if (ofRefusedForm.includes(code)) void relearnPasswordPolicy()
  if (identityFailure(code).level !== 'error') return
  const name = nameOfCode(code)
  if (told.has(name)) return
  told.add(name)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) =>
    reportError(new Error(`identity: ${name}`)),
  )
}

/** The rules for passwords are others than this page knows (spec section 5). */
const ofRefusedForm = ['password-does-not-meet-requirements', 'password-outdated']

/** Once a name and page. */
const told = new Set<string>()

/** Wrong settings that the provider tells in words which the SDK's table lacks. */
const toldInWords = ['api-key-not-valid', 'configuration-not-found', 'project-not-found']

/** The SDK makes a code of any sentence of the provider's, whoever it names: only known ones come into the log. */
function nameOfCode(code: string): string {
  if (knownIdentityCodes().includes(code)) return code
  return toldInWords.find((beginning) => code.startsWith(beginning)) ?? 'unknown'
}
