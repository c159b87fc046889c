import type { IdentityError } from './error'

/** Whether the provider accepted the sign-in and only our session is missing. */
export function isSessionError({ code }: IdentityError): boolean {
  return code.startsWith('session-')
}
