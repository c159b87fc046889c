import type { Site } from './site'

type Logged = Record<string, unknown>

type LogSince = {
  records: () => Logged[]
  text: () => string
  /** The messages of errors. */
  errors: () => unknown[]
}

/** Follows the log from now on. */
export function watchLog(site: Site): LogSince {
  const before = site.records().length
  const startedAt = new Date().toISOString()
  // An earlier test's repeats are only logged ten seconds later.
  const isEarlier = ({ lastAt }: Logged) => typeof lastAt === 'string' && lastAt < startedAt
  const records = () =>
    site
      .records()
      .slice(before)
      .filter((record) => !isEarlier(record))
  return {
    records,
    text: () => JSON.stringify(records()),
    errors: () =>
      records()
        .filter(({ event }) => event === 'error.thrown')
        .map(({ message }) => message),
  }
}
