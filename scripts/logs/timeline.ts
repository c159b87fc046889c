/** What happened to the site itself: starts, stops and outages of the database, in bounded memory. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { describeCount, describeDuration } from './printable'

/** Times are milliseconds since 1970. */
export type TimelineEntry = {
  at: number
  /** Null if it isn't over in the log. */
  until: number | null
  what: string
  /** Whether it went as it should. */
  isOrderly: boolean
  /** How many different addresses the site sent to wait. */
  visitors: number
}

/** The newest build of several, and when it started first. */
export type Build = { id: string; startedAt: number }

/** Only the site causes these events, but one that crashes at each start does so endlessly. */
const maxEvents = 2_000

type Event = { at: number; event: string; fields: JsonObject }

/** Tells the course of a period, also by what came before it. Files may come in any order. */
export function createTimeline(since: number | null, until: number | null) {
  let events: Event[] = []
  let forgotten = 0

  function add({ event, lastAt: at, reference }: ErrorRecord, fields: JsonObject): void {
    if (reference !== null || !isTold(event) || (until !== null && at >= until)) return
    events.push({ at, event, fields })
    if (events.length >= maxEvents * 2) keepNewest()
  }

  function keepNewest(): void {
    events = inOrder(events).slice(-maxEvents)
    forgotten += maxEvents
  }

  function finish() {
    const isIncluded = (moment: number) => since === null || moment >= since
    const build = newestBuild(inOrder(events))
    return {
      timeline: tell(inOrder(events)).filter(({ until: end }) => isIncluded(end ?? Number.POSITIVE_INFINITY)),
      forgotten,
      /** Null if it started before the period, or is the only one: then nothing is new since. */
      build: build && isIncluded(build.startedAt) ? build : null,
    }
  }

  return { add, finish }
}

export type Timeline = ReturnType<ReturnType<typeof createTimeline>['finish']>

function isTold(event: string): boolean {
  return /^(server\.st|database\.(came-back|went-away)|log\.dropped)/.test(event)
}

function inOrder(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => a.at - b.at)
}

/** Null without two builds. */
function newestBuild(events: readonly Event[]): Build | null {
  const starts = events.filter(({ event }) => event === 'server.started')
  const firstOf = new Map<string, number>()
  for (const { at, fields } of starts)
    if (!firstOf.has(String(fields.buildId))) firstOf.set(String(fields.buildId), at)
  const [id, startedAt] = [...firstOf].at(-1) ?? []
  return firstOf.size > 1 && id !== undefined && startedAt !== undefined ? { id, startedAt } : null
}

function tell(events: readonly Event[]): TimelineEntry[] {
  const told: TimelineEntry[] = []
  /** Processes that run, by where: there can be one at a time. */
  const running = new Set<string>()
  let outage: (TimelineEntry & { open: number }) | null = null

  function begin(at: number): void {
    // Several instances lose one database: that is one outage.
    const isSame = outage !== null && (outage.until === null || at <= outage.until)
    outage = isSame && outage ? outage : { ...moment(at, ''), open: 0, isOrderly: false }
    if (!isSame) told.push(outage)
    outage.open += 1
    outage.until = null
    outage.what = 'The database was away, and is not back in this log'
  }

  function end(at: number, { awayMs, visitors }: JsonObject): void {
    if (!outage || outage.open === 0) begin(at - Number(awayMs))
    if (!outage) return
    outage.open -= 1
    outage.visitors += Number(visitors) || 0
    if (outage.open > 0) return
    outage.until = at
    const waited = outage.visitors > 0 ? `, ${describeCount(outage.visitors, 'visitor')} sent to wait` : ''
    outage.what = `The database was away for ${describeDuration(at - outage.at)}${waited}`
  }

  for (const { at, event, fields } of events) {
    const place = typeof fields.listensAt === 'string' ? fields.listensAt : null
    if (event === 'database.went-away') begin(at)
    else if (event === 'database.came-back') end(at, fields)
    else if (event === 'log.dropped')
      told.push(
        moment(
          at,
          `The log lacks ${describeCount(Number(fields.count), 'line')}: nobody read it fast enough`,
          false,
        ),
      )
    else if (event === 'server.started') {
      const isUnclean = place !== null && running.has(place)
      if (place !== null) running.add(place)
      told.push(moment(at, describeStart(fields, isUnclean), !isUnclean))
    } else if (event === 'server.stopped') {
      if (place !== null) running.delete(place)
      told.push(moment(at, describeStop(fields), fields.level === 'info'))
    }
  }
  return told
}

function moment(at: number, what: string, isOrderly = true): TimelineEntry {
  return { at, until: at, what, isOrderly, visitors: 0 }
}

function describeStart({ buildId, version, database }: JsonObject, isUnclean: boolean): string {
  const facts = [`build ${buildId}`, `version ${version}`, database ?? 'without its database'].join(', ')
  return isUnclean ? `Started after a kill or crash: ${facts}` : `Started: ${facts}`
}

function describeStop({ reason, requestsCutOff, afterMs }: JsonObject): string {
  if (reason === undefined) return `Stopped, ${describeDuration(Number(afterMs))} after the signal`
  const cutOff = Number(requestsCutOff) || 0
  return `Stopped by force (${reason})${cutOff > 0 ? `, ${describeCount(cutOff, 'request')} cut off` : ''}`
}
