/**
 * Marks a token posted to renew a session: it never creates one. Otherwise a renewal that arrives after a sign-out
 * would undo it, if the user had just signed in.
 */
export const renewalHeader = 'x-foyer-renewal'
