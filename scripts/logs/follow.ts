/** `npm run logs -- --follow`: errors, warnings, starts, stops and outages as they are logged. Of a file, `tail -F` hands them over. */
import ms from 'ms'
import type { ErrorRecord } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import type { Query } from './arguments'
import { locationOf } from './groups'
import { createLogReader, describeNotUnderstood, newReport } from './log-reader'
import { type Filter, isMatch } from './overview'
import { describeCount, describeMoment, describeThrown, shorten } from './printable'
import { readSource, standardInput } from './source'

type Print = (text: string) => void

/** Shows the errors of the standard input until its end, or Ctrl+C. Returns the exit code. */
export async function followLog({ filter }: Query, print: Print): Promise<0 | 1 | 3> {
  const follower = createFollower(filter, print)
  const report = newReport()
  const reader = createLogReader(standardInput.name, report, follower.add)
  const timer = setInterval(follower.printRest, ms('10s'))
  process.once('SIGINT', () => {
    follower.printRest()
    process.exit(0)
  })
  const problem = await readSource(standardInput, reader.read)
  clearInterval(timer)
  reader.end()
  follower.printRest()
  const notUnderstood = describeNotUnderstood(report)
  for (const words of [problem, notUnderstood]) if (words !== null) print(words)
  return problem !== null ? 1 : notUnderstood !== null ? 3 : 0
}

/** Between two calls of `printRest`, so a flood of made-up addresses doesn't flood the terminal. */
const maxPrinted = 20

/** Prints each error, and how many more there were whenever `printRest` is called. The server has folded repeats. */
export function createFollower(filter: Filter, print: Print) {
  let printed = 0
  let rest = 0

  function add(record: ErrorRecord): void {
    if (!isMatch(record, filter)) return
    printed++
    if (printed <= maxPrinted) print(describeError(record))
    else rest += record.count
  }

  function printRest(): void {
    if (rest > 0) print(`${' '.repeat(18)}And ${describeCount(rest, 'error')} more.`)
    printed = rest = 0
  }

  return { add, printRest }
}

function describeError(record: ErrorRecord): string {
  const { status, event, place, bot, reference, count, lastAt } = record
  const who = bot ?? (place === 'process' ? '' : 'a person')
  const times = count > 1 ? [describeCount(count, 'time')] : []
  const what = [status ?? '-', locationOf(record) ?? `(${place})`, describeThrown(record) || event]
  return [
    `${describeMoment(lastAt)}  ${what.join('  ')}`,
    [' '.repeat(16), who, ...times, reference].filter(Boolean).join('  '),
  ]
    .filter((line) => line.trim() !== '')
    .map((line) => shorten(printable(line), 110))
    .join('\n')
}
