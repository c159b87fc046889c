import 'client-only'
/** Loaded with the first error: its words, the field it is about, and the report to the operator. */
import { ifLoaded } from '@/lib/browser/errors/loading'
import {
  type IdentityError,
  type IdentityErrorCode,
  identityFailure,
  knownIdentityCodes,
} from '@/lib/identity/error-words'
import { refreshPasswordPolicy } from './password-policy'

export {
  describeIdentityError,
  identityFailure,
  isAboutInput,
  nextStepLabels,
} from '@/lib/identity/error-words'

/** Reports errors that only the operator can fix; the user already sees a message. */
export function reportIdentityError({ code }: IdentityError): void {
  if (code === 'password-does-not-meet-requirements' || code === 'password-outdated')
    // The password policy has changed (S71).
    void refreshPasswordPolicy()
  if (!identityFailure(code).isForOperator) return
  const name = loggableName(code)
  if (reported.has(name)) return
  reported.add(name)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) =>
    reportError(new Error(`identity: ${name}${adviceFor(name)}`)),
  )
}

/** Deduplicates per page. */
const reported = new Set<string>()

/** Configuration errors that the provider sends as text, missing from the SDK's table. */
const configurationErrors = ['api-key-not-valid', 'configuration-not-found', 'project-not-found']

/** Known codes only: the SDK turns any message of the provider into a code, even one with personal data. */
function loggableName(code: IdentityErrorCode): string {
  if (knownIdentityCodes().some((known) => known === code)) return code
  return configurationErrors.find((prefix) => code.startsWith(prefix)) ?? 'unknown'
}

/** What the operator has to do. */
function adviceFor(name: string): string {
  if (name === 'captcha-off') return ': set RECAPTCHA=true'
  if (name !== 'unauthorized-domain') return ''
  return `: add ${location.hostname} to the authorized domains in the Firebase console (Authentication, Settings)`
}
