export const unreachableWords = 'We couldn’t reach the sign-in service. Check your connection and try again.'

const orReload = 'If that doesn’t help, reload the page.'

/** The SDK's chunk is missing, maybe because of a new build. */
export const sdkUnreachableWords = `${unreachableWords} ${orReload}`

/** The message for an error if the table of messages can't be loaded: offline, or after a new build. */
export function describeFallback(code: string): string {
  if (code === 'network-request-failed') return unreachableWords
  if (code === 'sdk-unreachable') return sdkUnreachableWords
  return `That didn’t work. Check your connection and try again. ${orReload}`
}
