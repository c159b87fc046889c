import 'client-only'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

const missing: Record<string, IdentityErrorCode> = {
  email: 'missing-email',
  password: 'missing-password',
  code: 'malformed-verification-code',
}

/**
 * What is wrong with the first field of a form that is empty or malformed, which gets the focus. Null if that field says it
 * itself, as a new password does.
 */
export function invalidInput(form: HTMLFormElement): { problem: { code: IdentityErrorCode } } | null {
  const field = form.querySelector<HTMLInputElement>('input:invalid')
  const code = field?.validity.typeMismatch ? 'invalid-email' : missing[field?.name ?? '']
  if (!field || !code || field.validity.customError) return null
  field.focus()
  return { problem: { code } }
}
