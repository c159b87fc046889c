import type { IdentityErrorCode } from './error-words'

export const unreachableWords = 'We could not reach the sign-in service. Check your connection and try again.'

const unreachableCodes: readonly IdentityErrorCode[] = ['sdk-unreachable', 'network-request-failed']

/** What is said of a problem if the table of words can't be loaded: offline, or after a new build. */
export function describeWithoutTable(code: IdentityErrorCode): string {
  return unreachableCodes.includes(code)
    ? unreachableWords
    : 'That did not work. Check your connection and try again.'
}
