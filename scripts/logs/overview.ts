/** The errors that are asked for, in groups or over time. */
import type { Answer } from './answer'
import type { Question } from './arguments'
import { describeBars } from './bars'
import { overviewDocument, type ReadingFacts } from './document'
import { type Audience, isAskedFor } from './filter'
import { type Group, type Others, openGroups } from './groups'
import { type Histogram, mostChosenBars, openHistogram } from './histogram'
import { isWhole } from './line-report'
import { describeCount, describeErrors, printableJson } from './printable'
import { sortGroups } from './sorting'
import { describeTable } from './table'

export type Overview = {
  question: Question
  /** How many errors are asked for, and how many there are. */
  count: number
  countOfAll: number
  groups: Group[]
  others: Others[]
  /** Null if it would be too long, or if none is asked for. */
  histogram: Histogram | null
}

/** Answers with a table of groups, a histogram, or both as JSON. */
export function openOverview(question: Question): Answer {
  const groups = openGroups()
  const times = question.histogram && openHistogram(question.histogram.everyMs)
  let count = 0
  let countOfAll = 0
  return {
    add(record) {
      countOfAll += record.count
      if (!isAskedFor(record, question.filter)) return
      count += record.count
      groups.add(record)
      times?.add(record)
    },
    finish(facts) {
      const listed = groups.list()
      const sorted = sortGroups(listed.groups, question.sorting)
      const histogram = times?.list() ?? null
      const overview = { question, count, countOfAll, groups: sorted, others: listed.others, histogram }
      const text = question.isJson
        ? printableJson(overviewDocument(overview, facts))
        : describeOverview(overview, facts)
      return { text, isAnswered: histogram !== null || question.histogram === null }
    },
  }
}

function describeOverview(overview: Overview, facts: ReadingFacts): string {
  const { question, count, groups, others } = overview
  if (count === 0) return describeNothing(overview, facts)
  const lines = question.histogram ? describeTimes(overview) : describeGroups(overview)
  const rest = others.length > 0 ? ' and others' : ''
  return [
    ...lines,
    '',
    `${describeAsked(overview)} in ${describeGroupCount(groups)}${rest}. Times are UTC.`,
  ].join('\n')
}

function describeNothing({ question, count, countOfAll }: Overview, facts: ReadingFacts): string {
  const rest = countOfAll > 0 ? ` ${describeErrors(countOfAll)} in all, which are not asked for.` : ''
  return `${describeAsked({ question, count })}${isWhole(facts) ? '' : ' in what was understood'}.${rest}`
}

function describeAsked({ question, count }: Pick<Overview, 'question' | 'count'>): string {
  const words: Record<Audience, string> = {
    'bot-filtered': `${describeErrors(count, 'bot-filtered')}`,
    people: `${describeErrors(count)} that people met`,
    all: describeErrors(count),
  }
  return words[question.filter.audience]
}

function describeTimes({ histogram }: Overview): string[] {
  if (histogram) return describeBars(histogram)
  return [`There are more than ${describeCount(mostChosenBars)} spans of this length. Choose a longer one.`]
}

function describeGroups({ question, groups, others }: Overview): string[] {
  const shown = groups.slice(0, question.limit)
  const left = groups.slice(question.limit)
  const leftCount = left.reduce((sum, { count }) => sum + count, 0)
  return [
    ...describeTable(shown, others),
    ...(left.length > 0
      ? ['', `Left out by --limit: ${describeErrors(leftCount)} in ${describeGroupCount(left)}.`]
      : []),
    ...(others.length > 0 ? ['', othersNote] : []),
  ]
}

function describeGroupCount({ length }: readonly Group[]): string {
  return `${describeCount(length)} ${length === 1 ? 'group' : 'groups'}`
}

const othersNote = `There are too many different errors to tell all of them apart. Those that were put aside are
in the lines "(others)", by status; the other lines may lack some of theirs.`
