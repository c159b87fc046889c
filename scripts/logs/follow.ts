/** `npm run logs -- --follow`: errors as they are logged. */
import ms from 'ms'
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import type { Query } from './arguments'
import { type Filter, isMatch } from './filter'
import { createLogReader } from './log-reader'
import { describeCount, describeThrown, shorten } from './printable'
import { describeNotUnderstood, reportOf } from './report'
import { framesOf } from './review/entries'
import { groupingKey, locationOf } from './review/fingerprint'
import { readSource, type Source } from './source'

type Print = (text: string) => void

/** Shows errors until Ctrl+C, or the end of the standard input. Returns the exit code. */
export async function followLog({ filter }: Query, source: Source, print: Print): Promise<0 | 1 | 3> {
  const follower = createFollower(filter, print)
  const reader = createLogReader(source.name, follower.add)
  const timer = setInterval(follower.printRepeats, ms('10s'))
  process.once('SIGINT', () => {
    follower.printRepeats()
    process.exit(0)
  })
  const problem = await readSource({ name: source.name, open: source.follow }, reader.read)
  clearInterval(timer)
  const report = reportOf([reader.end()], problem === null ? [] : [problem])
  follower.printRepeats()
  for (const words of [...report.problems, describeNotUnderstood(report)]) if (words) print(words)
  return report.problems.length > 0 ? 1 : report.lines.notUnderstood > 0 ? 3 : 0
}

type Seen = { title: string; count: number }

/** How many different errors are remembered; the one that was seen longest ago is forgotten first. */
const maxSeen = 2_000
/** Between two calls of `printRepeats`, so a flood of made-up addresses doesn't flood the terminal. */
const maxPrinted = 20

/** Prints each new error, and the number of its repeats whenever `printRepeats` is called. */
export function createFollower(filter: Filter, print: Print) {
  const seen = new Map<string, Seen>()
  let printed = 0
  let unprinted = 0

  function add(record: ErrorRecord, object: JsonObject): void {
    if (!isMatch(record, filter)) return
    const key = groupingKey(record)
    const known = seen.get(key)
    seen.delete(key)
    seen.set(key, known ?? { title: titleOf(record), count: 0 })
    if (known) known.count += record.count
    else addNew(record, object)
  }

  function addNew(record: ErrorRecord, object: JsonObject): void {
    const [oldest = ''] = seen.keys()
    if (seen.size > maxSeen) seen.delete(oldest)
    printed++
    if (printed <= maxPrinted) print(describeNew(record, object))
    else unprinted += record.count
  }

  function printRepeats(): void {
    const repeated = [...seen.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
    for (const { title, count } of repeated.slice(0, maxPrinted)) print(describeRepeats(count, title))
    const rest = repeated.slice(maxPrinted).reduce((sum, { count }) => sum + count, unprinted)
    if (rest > 0) print(describeRepeats(rest, 'of others, too many to show'))
    for (const one of repeated) one.count = 0
    printed = unprinted = 0
  }

  return { add, printRepeats }
}

function describeNew(record: ErrorRecord, object: JsonObject): string {
  const time = new Date(record.firstAt).toISOString().slice(0, 19).replace('T', ' ')
  const who = record.bot ?? (record.place === 'process' ? '' : 'a person')
  const [frame] = framesOf(object)
  return [
    clip(`${time}  ${titleOf(record)}`),
    clip(`${indent}${printable(`${who}  ${record.reference}`.trim())}`),
    ...(frame ? [clip(`${indent}${printable(frame)}`)] : []),
  ].join('\n')
}

function describeRepeats(count: number, title: string): string {
  return clip(`${`+${describeCount(count)}`.padStart(19)}  ${title}`)
}

function titleOf(record: ErrorRecord): string {
  const { status, event, place } = record
  const thrown = describeThrown(record) || event
  return printable(`${status ?? '-'}  ${locationOf(record) ?? `(${place})`}  ${thrown}`)
}

const indent = ' '.repeat(21)

function clip(line: string): string {
  return shorten(line, 110)
}
