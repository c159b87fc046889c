/** The words of a review, the same on the page and in the terminal. */
import ms from 'ms'
import { printable } from '../../../lib/log/record'
import { describeCount, describeThrown, shorten } from '../printable'
import type { MissingAddress } from './addresses'
import type { Review } from './classify'
import type { Entry } from './entries'
import type { Period } from './period'
import { describeBefore, describeHour, describeLength, describeTime } from './times'
import { type ErrorCounts, sumOf, type Trend } from './totals'

/** The result in one sentence, without punctuation at its end. */
export function describeOutcome({ fresh, growing, known, gone, isFirst }: Review): string {
  if (fresh.length + growing.length + known.length + gone.length === 0) return 'All quiet: nothing went wrong'
  if (isFirst)
    return `${capitalize(inWords(fresh.length))} ${fresh.length === 1 ? 'error' : 'different errors'}`
  const errors = fresh.length === 1 ? 'error' : 'errors'
  const parts = list.format([
    ...(fresh.length > 0 ? [`${inWords(fresh.length)} new ${errors}`] : []),
    ...(growing.length > 0 ? [`${inWords(growing.length)} growing`] : []),
    ...(gone.length > 0 ? [`${inWords(gone.length)} gone`] : []),
  ])
  if (fresh.length > 0) return capitalize(parts)
  if (growing.length > 0) return `Nothing new, but ${parts}`
  return gone.length > 0 ? `Nothing new, and ${parts}` : 'Nothing new, and nothing is growing'
}

const list = new Intl.ListFormat('en-US')

/** How many errors affected people and bots, compared with the period before, in whole sentences. */
export function describeTrends({ totals: { failures, missing }, before, period }: Review): string[] {
  const { people, bots, site } = failures.now
  const when = before && describeBefore(period)
  const compared = (who: 'people' | 'bots', date: string | null) =>
    when ? describeChange(failures.now[who], failures.before[who], date) : ''
  return [
    `People met ${people > 0 ? describeCount(people, 'failure') : 'no failure'}${compared('people', when)}.`,
    ...(bots > 0 ? [`Bots met ${describeCount(bots)}${compared('bots', null)}.`] : []),
    ...(site > 0 ? [`Outside of requests there were ${describeCount(site)}.`] : []),
    ...describePeak(failures, period),
    describeMissing(missing.now),
  ]
}

function describeMissing(counts: ErrorCounts): string {
  const all = sumOf(counts)
  const { people } = counts
  if (all === 0) return 'No missing page was asked for.'
  const some = people === all ? 'by people only' : `${describeCount(people)} of them by people`
  const who = people === 0 ? 'by bots only' : some
  return `Missing pages were asked for ${describeTimes(all)}, ${who}.`
}

/** What the review can't tell, and why. */
export function describeLimits({ before, beginsAt, isFirst, isWhole, period }: Review): string[] {
  const begins = beginsAt === null ? 'The logs are empty' : `The logs begin ${describeTime(beginsAt)}`
  const why = isFirst
    ? `${begins}, and no review came before this one: every error counts as new.`
    : `${begins}, so nothing is compared with ${describeBefore(period)}. Name older logs, too.`
  return [
    ...(before ? [] : [why]),
    ...(isWhole
      ? []
      : ['There were too many different errors to list all of them: rare ones are only in the numbers.']),
  ]
}

/** What was thrown, or what happened instead. */
export function describeTitle({ name, message, event }: Entry): string {
  return printable(describeThrown({ name, message }) || (titles[event] ?? event))
}

const titles: Readonly<Record<string, string>> = {
  'page.not-found': 'A page found nothing to show',
  'error.unexplained': 'A response failed, and nothing says why',
  'session.unknown': "The keys that sessions are verified with couldn't be reached",
  'error.thrown': 'Something was thrown without a message',
}

/** The page's pattern, the path, or where it happened outside of a page. */
export function describeLocation({ where, place }: Entry): string {
  return printable(where ?? (place === 'process' ? 'outside of requests' : (place ?? 'unknown')))
}

/** The status, or where the error was thrown without one. */
export function describeStatus({ status, place }: Entry): string {
  return String(status ?? (place === 'browser' ? 'browser' : 'thrown'))
}

/** `12 times: 3 by people, 9 by bots (Googlebot, bingbot)`; `3 times, all by people`. */
export function describeOccurrences({ count, people, bots, botNames }: Entry): string {
  const shown = botNames.slice(0, maxBotsNamed).map((name) => shorten(printable(name), 24))
  const names = [...shown, ...(botNames.length > maxBotsNamed ? ['…'] : [])].join(', ')
  const times = capitalize(describeTimes(count))
  const all = count === 1 ? '' : ' all'
  if (people + bots === 0) return times
  if (people === count) return `${times},${all} by people`
  if (bots === count) return `${times},${all} by bots (${names})`
  const parts = [
    ...(people > 0 ? [`${describeCount(people)} by people`] : []),
    ...(bots > 0 ? [`${describeCount(bots)} by bots (${names})`] : []),
  ]
  return `${times}: ${parts.join(', ')}`
}

const maxBotsNamed = 3

/** `Five times as many as the day before (14)`, or that it's back. */
export function describeGrowth({ count, before }: Entry, when: string): string {
  if (before === 0) return `Back, after none ${when}`
  return `${capitalize(inWords(Math.round(count / before)))} times as many as ${when} (${describeCount(before)})`
}

/** An error or address in one line, for the state file. */
export function describeBriefly(seen: Entry | MissingAddress): string {
  const words =
    'path' in seen
      ? `404 ${seen.path}`
      : `${describeStatus(seen)} ${describeLocation(seen)} ${describeTitle(seen)}`
  return shorten(printable(words), 200)
}

function describePeak({ spans, now }: Trend, { since, until }: Period): string[] {
  const [first, second] = spans
  if (!first || !second) return []
  const worst = spans.reduce((max, span) => (sumOf(span) > sumOf(max) ? span : max), first)
  // Evenly spread errors have no peak.
  if (sumOf(worst) < 10 || sumOf(worst) < (sumOf(now) / spans.length) * 3) return []
  const length = describeLength(second.from - first.from)
  const time = until - since > ms('1d') ? describeTime(worst.from) : describeHour(worst.from)
  return [`The worst ${length} began at ${time}, with ${describeCount(sumOf(worst), 'failure')}.`]
}

function describeTimes(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${describeCount(count)} times`
}

/** A clause that compares two counts. Omit `when` if the sentence before has it. */
function describeChange(now: number, before: number, when: string | null): string {
  const [than, as] = when ? [` than ${when}`, ` as ${when}`] : ['', '']
  if (now === 0) return before > 0 && when ? `, after ${describeCount(before)} ${when}` : ''
  if (before === 0) return when ? `, and none ${when}` : ', and none before'
  const ratio = now / before
  if (ratio >= 1.95) return `, ${inWords(Math.round(ratio))} times as many${as}`
  const percent = Math.round(Math.abs(ratio - 1) * 100)
  return percent < 5 ? `, about as many${as}` : `, ${percent}% ${ratio > 1 ? 'more' : 'fewer'}${than}`
}

function inWords(count: number): string {
  return (
    ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count] ??
    describeCount(count)
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
