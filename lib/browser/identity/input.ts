import 'client-only'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

const codesOfEmpty: Record<string, IdentityErrorCode> = {
  email: 'missing-email',
  password: 'missing-password',
  code: 'malformed-verification-code',
}

/**
 * Focuses the first empty or malformed field of a form and returns its error. Null if the field shows the error itself, as
 * a new password does.
 */
export function invalidInput(form: HTMLFormElement): { problem: { code: IdentityErrorCode } } | null {
  const field = form.querySelector<HTMLInputElement>('input:invalid')
  const code = field?.validity.typeMismatch ? 'invalid-email' : codesOfEmpty[field?.name ?? '']
  if (!field || !code || field.validity.customError) return null
  field.focus()
  return { problem: { code } }
}
