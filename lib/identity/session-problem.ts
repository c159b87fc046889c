import type { IdentityProblem } from './problem'

/** Whether the provider accepted the sign-in and only our session is missing. */
export function isSessionProblem({ code }: IdentityProblem): boolean {
  return code.startsWith('session-')
}
