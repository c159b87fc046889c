/**
 * Marks a token posted to renew a session, which never opens one. Otherwise a renewal arriving after a
 * sign-out, from a browser that just signed in, would undo it.
 */
export const renewalHeader = 'x-foyer-renewal'

/** Says that the sign-in was by a password that its owner knew before: the token doesn't tell that from an email link. */
export const passwordHeader = 'x-foyer-password'
