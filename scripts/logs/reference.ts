/** Everything the log has about one reference. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { describeCount } from './printable'
import { describeScope, type Report } from './report'
import { isObject } from './unwrap'

/** One request may fail in several places. More lines are only counted. */
const maxLines = 20

/** Collects a reference's own lines, and the folded ones that list it. */
export function createReferenceCollector(reference: string) {
  const records: JsonObject[] = []
  const folded: JsonObject[] = []
  let leftOut = 0
  /** Folded errors whose references aren't in the log. */
  let withoutReference = 0
  return {
    add(record: ErrorRecord, object: JsonObject) {
      if (record.reference !== reference && !record.references.includes(reference)) {
        withoutReference += typeof object.referencesLeftOff === 'number' ? object.referencesLeftOff : 0
        return
      }
      const lines = record.isFolded ? folded : records
      if (lines.length < maxLines) lines.push(object)
      else leftOut++
    },
    finish(report: Report) {
      const isFound = records.length + folded.length > 0
      const texts = [
        ...records.map(describeLine),
        ...folded.map((object) => `${describeFolded(object, reference)}\n\n${describeLine(object)}`),
        ...(leftOut > 0 ? [`Left out: ${leftOut} more lines with this reference.`] : []),
      ]
      const nothing = `No error${describeScope(report)} has the reference ${reference}.`
      const rest = `It may be one of ${describeCount(withoutReference, 'error')} that were folded without their references.`
      return {
        text: isFound ? texts.join('\n\n') : withoutReference > 0 ? `${nothing} ${rest}` : nothing,
        json: { reference, records, folded, leftOut, withoutReference },
        exitCode: isFound ? undefined : 1,
      }
    },
  }
}

/** One field per line, then the stack and the causes. */
function describeLine(object: JsonObject): string {
  const fields = Object.entries(object).filter(([name]) => !errorFields.includes(name))
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  const causes = Array.isArray(object.causes) ? object.causes.filter(isObject) : []
  return [
    ...fields.map(([name, value]) => printable(name).padEnd(width) + describeValue(value)),
    ...(object.name || object.stack ? ['', ...describeError(object)] : []),
    ...causes.flatMap((cause) => ['', 'Caused by', ...describeError(cause)]),
  ].join('\n')
}

function describeFolded({ count, firstAt, lastAt, reference }: JsonObject, sought: string): string {
  const errors = typeof count === 'number' ? describeCount(count) : describeValue(count)
  const times = `between ${describeValue(firstAt)} and ${describeValue(lastAt)}`
  return sought === reference
    ? `It happened again ${errors} times ${times}, folded into one line:`
    : `${sought} has no line of its own. It is one of ${errors} errors ${times} that were folded into one line, which shows the first of them:`
}

const errorFields = ['name', 'message', 'stack', 'causes']

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(' ')
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** The stack, below name and message if it lacks them. Indented, so no line passes for a field. */
function describeError({ name, message, stack }: JsonObject): string[] {
  const head = [name, message].filter((text) => typeof text === 'string' && text !== '').join(': ')
  const trace = typeof stack === 'string' ? stack : ''
  const text = trace.startsWith(head) ? trace : `${head}\n${trace}`
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${printable(line)}`)
}
