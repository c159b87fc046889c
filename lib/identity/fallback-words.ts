export const unreachableWords = 'We couldn’t reach the sign-in service. Check your connection and try again.'

const orReload = 'If that doesn’t help, reload the page.'

/** Of the SDK: a new build may have taken its file away. */
export const sdkUnreachableWords = `${unreachableWords} ${orReload}`

/** What is said of a problem if the table of words can't be loaded: offline, or after a new build. */
export function describeFallback(code: string): string {
  if (code === 'network-request-failed') return unreachableWords
  if (code === 'sdk-unreachable') return sdkUnreachableWords
  return `That didn’t work. Check your connection and try again. ${orReload}`
}
