/**
 * Marks a token posted to renew a session, which never opens one. Otherwise a renewal arriving after a
 * sign-out, from a browser that just signed in, would undo it.
 */
export const renewalHeader = 'x-foyer-renewal'
