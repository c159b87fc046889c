/** A review in the terminal. */
import { printable } from '../../../lib/log/record'
import { describeCount, shorten } from '../printable'
import type { MissingAddress } from './addresses'
import type { Ignored, Review } from './classify'
import type { Entry } from './entries'
import { describeBefore, describePeriod, describeTime } from './times'
import {
  describeGrowth,
  describeLimits,
  describeLocation,
  describeOccurrences,
  describeOutcome,
  describeStatus,
  describeTitle,
  describeTrends,
} from './words'

/** The text of the page, with fewer lines of each error. */
export function describeReview(review: Review): string {
  const { period, fresh, growing, known, gone, ownLinks, otherLinks, ignored } = review
  return [
    `${describePeriod(period)}. Times are UTC.`,
    '',
    `${describeOutcome(review)}.`,
    ...describeTrends(review),
    ...describeLimits(review),
    ...section('New', fresh, (entry) => describeEntry(entry, 2)),
    ...section('Growing', growing, (entry) => [
      ...describeEntry(entry, 1),
      clip(`${indent}${describeGrowth(entry, describeBefore(period))}`),
    ]),
    ...section('Known, and no worse', known, (entry) => describeEntry(entry, 0)),
    ...section('Gone', gone, (entry) => [
      `${headOf(entry)}  ${describeCount(entry.before)} ${describeBefore(period)}`,
      titleOf(entry),
    ]),
    ...section('Broken links on this site', ownLinks, (address) => describeLinks(address, address.ownPages)),
    ...section('Broken links on other sites', otherLinks, (address) =>
      describeLinks(address, address.otherSites),
    ),
    ...section('Ignored', ignored, describeIgnored),
  ].join('\n')
}

const indent = ' '.repeat(12)
const width = 100
const maxShown = 20

function section<T>(title: string, values: readonly T[], describe: (value: T) => string[]): string[] {
  if (values.length === 0) return []
  const rest = values.length - maxShown
  return [
    ...['', title, ...values.slice(0, maxShown).flatMap(describe)],
    ...(rest > 0 ? [`And ${describeCount(rest)} more: --json has all of them.`] : []),
  ]
}

function describeEntry(entry: Entry, frames: number): string[] {
  return [
    headOf(entry),
    titleOf(entry),
    ...entry.frames.slice(0, frames).map((frame) => clip(`${indent}  ${printable(frame)}`)),
    clip(`${indent}${describeOccurrences(entry)}`),
    `${indent}${describeTime(entry.firstAt)} to ${describeTime(entry.lastAt)}, reference ${printable(entry.reference)}`,
  ]
}

function headOf(entry: Entry): string {
  return clip(`${entry.fingerprint}  ${describeStatus(entry)} ${describeLocation(entry)}`)
}

function titleOf(entry: Entry): string {
  return clip(`${indent}${describeTitle(entry)}`)
}

function describeLinks(
  { fingerprint, path, count, people }: MissingAddress,
  links: ReadonlyMap<string, number>,
): string[] {
  const pages = [...links].sort(([, a], [, b]) => b - a).map(([page]) => printable(page))
  return [
    clip(`${fingerprint}  ${printable(path)}`),
    clip(
      `${indent}asked for ${describeCount(count, 'time')}, ${describeCount(people)} by people; linked from ${pages.join(', ')}`,
    ),
  ]
}

function describeIgnored({ fingerprint, what, reason, count }: Ignored): string[] {
  return [
    clip(`${fingerprint}  ${printable(what)}`),
    clip(`${indent}${describeCount(count, 'time')}. ${printable(reason)}`),
  ]
}

function clip(line: string): string {
  return shorten(line, width)
}
