import type { Site } from './site'

type Logged = Record<string, unknown>

type LogSince = {
  records: () => Logged[]
  text: () => string
  /** The words of the errors. */
  errors: () => unknown[]
}

/** What the log gets from now on. */
export function watchLog(site: Site): LogSince {
  const before = site.records().length
  const startedAt = new Date().toISOString()
  // The sum of a flood comes ten seconds after it began: that of an earlier test is none of this one.
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
