import 'client-only'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

const codesOfEmpty: Record<string, IdentityErrorCode> = {
  email: 'missing-email',
  password: 'missing-password',
  code: 'malformed-verification-code',
  phone: 'missing-phone-number',
}

/** Focuses the first empty or malformed field of a form and returns its error. */
export function invalidInput(form: HTMLFormElement): { problem: { code: IdentityErrorCode } } | null {
  const field = form.querySelector<HTMLInputElement>('input:invalid')
  const code = field && codeOf(field)
  if (!code) return null
  field.focus()
  return { problem: { code } }
}

function codeOf({ validity, name }: HTMLInputElement): IdentityErrorCode | undefined {
  if (validity.typeMismatch) return 'invalid-email'
  return validity.customError ? 'password-breaks-rules' : codesOfEmpty[name]
}
