/**
 * Marks a token posted to renew a session: it never creates one. Otherwise a renewal that arrives after a sign-out
 * would undo it, if the user had just signed in.
 */
export const renewalHeader = 'x-foyer-renewal'

/** Marks a sign-in with a password the user already knew: the token looks the same after an email link. */
export const passwordHeader = 'x-foyer-password'
