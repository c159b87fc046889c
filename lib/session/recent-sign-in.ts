/** For so long after a sign-in a person may do what matters most; later they prove again who they are. */
const recentForMs = 5 * 60_000

/** Whether somebody who proved who they are then (seconds since 1970) need not do it again. */
export function isRecentSignIn(authenticatedAt: number, nowMs = Date.now()): boolean {
  return nowMs - authenticatedAt * 1000 <= recentForMs
}
