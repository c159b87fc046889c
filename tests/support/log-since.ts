import type { Site } from './site'

/** What the log gets from now on: all of it as text, and the words of the errors in it. */
export function watchLog(site: Site): { text: () => string; errors: () => unknown[] } {
  const before = site.records().length
  const since = () => site.records().slice(before)
  return {
    text: () => JSON.stringify(since()),
    errors: () =>
      since()
        .filter(({ event }) => event === 'error.thrown')
        .map(({ message }) => message),
  }
}
