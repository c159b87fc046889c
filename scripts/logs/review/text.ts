/** The words of a review, the same on the page and in the terminal, and the review in the terminal. */
import { printable } from '../../../lib/log/record'
import { describeCount, describeMoment, describeThrown, shorten } from '../printable'
import { allQuiet, describeTimelineEntry, isQuiet, type Summary } from '../summary'
import type { Entry, Review } from './compare'

/** The lists, beginning with what matters most. */
export const sectionTitles = [
  ['fresh', 'New'],
  ['growing', 'Growing'],
  ['gone', 'Gone'],
  ['links', 'Broken links'],
  ['known', 'Known, and no worse'],
] as const

/** A comparison with the course of the site beside it. */
export type Reviewed = Review & { summary: Summary }

/** The result in one sentence; an all-clear only if really nothing happened. */
export function describeOutcome(review: Reviewed): string {
  const counts = sectionTitles
    .filter(([list]) => list !== 'known' && review[list].length > 0)
    .map(([list, title]) => `${title}: ${describeCount(review[list].length)}.`)
  const disorderly = review.summary.timeline.filter(({ isOrderly }) => !isOrderly).length
  const troubles = disorderly > 0 ? [`Outages, kills and crashes: ${describeCount(disorderly)}.`] : []
  const nothingNew = isQuiet(review.summary)
    ? allQuiet
    : 'Nothing is new, growing or gone, and no link leads nowhere.'
  return [...troubles, ...counts].join(' ') || nothingNew
}

/** `2026-11-26 00:00 to 2026-11-27 00:00 (UTC)`. */
export function describePeriod({ since, until }: Review): string {
  return `${describeMoment(since)} to ${describeMoment(until)} (UTC)`
}

/** What the review can't tell, and why. */
export function describeLimits({ isCompared, beginsAt, since, isWhole }: Review): string[] {
  const begins = beginsAt === null ? 'The logs are empty' : `The logs begin at ${describeMoment(beginsAt)}`
  const effect =
    (beginsAt ?? since) >= since ? 'every error counts as new' : 'nothing is called growing or gone'
  const tooMany = 'There were too many different errors: rare ones are only in the totals, or called new.'
  return [
    ...(isCompared ? [] : [`${begins}, so ${effect}. Name older logs, too.`]),
    ...(isWhole ? [] : [tooMany]),
  ]
}

/** Where it happened, what was thrown, and more: the stack's first lines, who met it, who links to it, and when. */
export function describeEntry(entry: Entry): { place: string; title: string; facts: string[] } {
  const { status, where, place, event, frames, people, bots, links, firstAt, lastAt, reference } = entry
  const kind = status ?? (place === 'browser' ? 'browser' : 'thrown')
  const outside = place === 'process' ? 'outside of requests' : (place ?? 'unknown')
  const pages = [...links].sort(([, a], [, b]) => b - a).map(([page]) => page)
  return {
    place: `${kind} ${where ?? outside}`,
    title: describeThrown(entry) || (links.size > 0 ? '' : event),
    facts: [
      ...frames,
      ...(people > 0 ? [`By people: ${describeCount(people)}`] : []),
      ...(bots.length > 0 ? [`By bots: ${bots.map((bot) => shorten(bot, 24)).join(', ')}`] : []),
      ...(pages.length > 0 ? [`Linked from ${pages.join(', ')}`] : []),
      `${describeMoment(firstAt)} to ${describeMoment(lastAt)}${reference === null ? '' : `, reference ${reference}`}`,
    ],
  }
}

/** The review in the terminal. */
export function describeReview(review: Reviewed): string {
  const { totals, isCompared, summary } = review
  return [
    describePeriod(review),
    describeOutcome(review),
    ...describeLimits(review),
    '',
    ...summary.timeline.slice(-maxShown).map(describeTimelineEntry),
    ...(summary.timeline.length > 0 ? [''] : []),
    ...totals.map((total) => `${total.what}: ${describeTimes(total, isCompared)}`),
    ...sectionTitles.flatMap(([list, title]) => describeSection(title, review[list], isCompared)),
  ].join('\n')
}

const maxShown = 20
const width = 100

function describeSection(title: string, entries: readonly Entry[], isCompared: boolean): string[] {
  if (entries.length === 0) return []
  const rest = entries.length - maxShown
  const lines = entries.slice(0, maxShown).flatMap((entry) => {
    const { place, title, facts } = describeEntry(entry)
    const below = [...(title ? [title] : []), `Times: ${describeTimes(entry, isCompared)}`, ...facts]
    return [place, ...below.map((text) => `    ${text}`)]
  })
  return [
    ...['', title, ...lines.map((line) => shorten(printable(line), width))],
    ...(rest > 0 ? [`And ${describeCount(rest)} more: --json has all of them.`] : []),
  ]
}

function describeTimes({ count, before }: { count: number; before: number }, isCompared: boolean): string {
  return isCompared ? `${describeCount(count)} (before: ${describeCount(before)})` : describeCount(count)
}
