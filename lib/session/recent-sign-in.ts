/** Sensitive operations need a sign-in within this time, or a confirmation. */
const recentForMs = 5 * 60_000

/** Whether a sign-in at this time (seconds since 1970) is still recent. */
export function isRecentSignIn(authenticatedAt: number, nowMs = Date.now()): boolean {
  return nowMs - authenticatedAt * 1000 <= recentForMs
}
