/** The errors that match the question, in groups or over time. */
import type { Question } from './arguments'
import { isMatch } from './filter'
import { type Group, type Others, openGroups, sortGroups } from './groups'
import { describeBars, type Histogram, mostChosenBars, openHistogram } from './histogram'
import { describeCount } from './printable'
import type { ErrorRecord } from './record'
import { isWhole, type Report } from './report'
import { describeTable } from './table'

type Overview = {
  question: Question
  /** How many errors match, and how many there are. */
  count: number
  countOfAll: number
  groups: Group[]
  others: Others[]
  /** Null if it would be too long, or isn't wanted. */
  histogram: Histogram | null
}

/** Collects errors for a table of groups, a histogram, or both as JSON. */
export function openOverview(question: Question) {
  const groups = openGroups()
  const histogram = question.histogram && openHistogram(question.histogram.everyMs)
  let count = 0
  let countOfAll = 0
  return {
    add(record: ErrorRecord) {
      countOfAll += record.count
      if (!isMatch(record, question.filter)) return
      count += record.count
      groups.add(record)
      histogram?.add(record)
    },
    finish(report: Report) {
      const listed = groups.list()
      const overview: Overview = {
        question,
        count,
        countOfAll,
        groups: sortGroups(listed.groups, question.sorting),
        others: listed.others,
        histogram: histogram?.list() ?? null,
      }
      return {
        text: describeOverview(overview, report),
        json: toJson(overview),
        isAnswered: overview.histogram !== null || question.histogram === null,
      }
    },
  }
}

function describeOverview(overview: Overview, report: Report): string {
  const { question, count, countOfAll, groups, others } = overview
  const { audience } = question.filter
  const counted =
    describeCount(count, audience === 'bot-filtered' ? 'bot-filtered error' : 'error') +
    (audience === 'people' ? ' that people met' : '')
  if (count === 0) {
    const rest =
      countOfAll > 0 ? ` ${describeCount(countOfAll, 'error')} in all, which are not asked for.` : ''
    return `${counted}${isWhole(report) ? '' : ' in what was understood'}.${rest}`
  }
  const lines = question.histogram ? describeTimes(overview) : describeGroups(overview)
  const grouped = describeCount(groups.length, 'group') + (others.length > 0 ? ' and others' : '')
  return [...lines, '', `${counted} in ${grouped}. Times are UTC.`].join('\n')
}

function describeTimes({ histogram }: Overview): string[] {
  if (histogram) return describeBars(histogram)
  return [`There are more than ${describeCount(mostChosenBars)} spans of this length. Choose a longer one.`]
}

function describeGroups({ question, groups, others }: Overview): string[] {
  const lines = describeTable(groups.slice(0, question.limit), others)
  const left = groups.slice(question.limit)
  if (left.length > 0) {
    const leftCount = left.reduce((sum, { count }) => sum + count, 0)
    const words = `${describeCount(leftCount, 'error')} in ${describeCount(left.length, 'group')}`
    lines.push('', `Left out by --limit: ${words}.`)
  }
  return others.length > 0 ? [...lines, '', othersNote] : lines
}

const othersNote = `There are too many different errors to tell all of them apart. Those that were put aside are
in the lines "(others)", by status; the other lines may lack some of theirs.`

/** All groups, whatever the table shows of them. Times are ISO 8601. */
function toJson({ question, count, groups, others, histogram }: Overview) {
  const { since, until, ...filter } = question.filter
  const bars = histogram?.bars.map(({ from, count }) => ({ from: iso(from), count }))
  return {
    filter: {
      ...filter,
      since: since === null ? null : iso(since),
      until: until === null ? null : iso(until),
    },
    count,
    groups: groups.map(withMoments),
    others: others.map(withMoments),
    ...(question.histogram
      ? { histogram: histogram && { everySeconds: histogram.everyMs / 1_000, bars } }
      : {}),
  }
}

function withMoments<T extends Others>({ firstAt, lastAt, ...rest }: T) {
  return { first: iso(firstAt), last: iso(lastAt), ...rest }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
