/**
 * The header of a token that is posted to renew a session: it never opens one. Else a renewal that comes after a
 * sign-out, from a browser that has just signed in, would undo it.
 */
export const renewalHeader = 'x-foyer-renewal'
