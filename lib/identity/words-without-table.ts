export const unreachableWords = 'We could not reach the sign-in service. Check your connection and try again.'

const orReload = 'If that does not help, load this page again.'

/** Of the SDK: a new build may have taken its file away. */
export const sdkUnreachableWords = `${unreachableWords} ${orReload}`

/** What is said of a problem if the table of words can't be loaded: offline, or after a new build. */
export function describeWithoutTable(code: string): string {
  if (code === 'network-request-failed') return unreachableWords
  if (code === 'sdk-unreachable') return sdkUnreachableWords
  return `That did not work. Check your connection and try again. ${orReload}`
}
