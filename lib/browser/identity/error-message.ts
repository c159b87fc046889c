import 'client-only'
/** Loaded with the first problem: its message, the field it is about, and the report to the operator. */
import { ifLoaded } from '@/lib/browser/errors/loading'
import { describeIdentityError, type IdentityError } from '@/lib/identity/error'
import {
  describeNextStep,
  type IdentityErrorCode,
  type InputField,
  identityFailure,
  isAboutInput,
  knownIdentityCodes,
  type NextStep,
} from '@/lib/identity/error-words'
import { refreshPasswordPolicy } from './password-policy'

export type ErrorMessage = { words: string; next: NextStep; label: string | null }

/** The message for a problem, and the label of the way on. */
export function errorMessage(problem: IdentityError): ErrorMessage {
  const { next } = identityFailure(problem.code)
  return { words: describeIdentityError(problem), next, label: describeNextStep(next) }
}

/** Whether this field's input is invalid. */
export function isAboutField({ code }: IdentityError, field: InputField): boolean {
  return isAboutInput(code, field)
}

/** Reports problems that only the operator can fix; the user already sees a message. */
export function reportIdentityError({ code }: IdentityError): void {
  if (code === 'password-does-not-meet-requirements' || code === 'password-outdated')
    // The password policy has changed (S71).
    void refreshPasswordPolicy()
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
