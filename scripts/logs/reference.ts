/** Everything the log has about one reference. */
import { isJsonObject } from '../../lib/json'
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { isFrame } from './groups'
import { describeScope, type Report } from './log-reader'
import type { NameFrames } from './maps'
import { describeCount } from './printable'

/** One request may fail in several places. More lines are only counted. */
const maxLines = 20

/** Collects the lines with a reference, and the folded ones that list it. */
export function createReferenceCollector(reference: string, nameFrames: NameFrames) {
  const lines: JsonObject[] = []
  let leftOut = 0
  /** Folded errors whose references aren't in the log. */
  let withoutReference = 0
  return {
    add(record: ErrorRecord, object: JsonObject) {
      if (record.reference !== reference && !record.references.includes(reference))
        withoutReference += typeof object.referencesLeftOff === 'number' ? object.referencesLeftOff : 0
      else if (lines.length < maxLines) lines.push(object)
      else leftOut++
    },
    finish(report: Report) {
      const rest = leftOut > 0 ? [`Left out: ${leftOut} more lines with this reference.`] : []
      const nothing = `No error${describeScope(report)} has the reference ${reference}.`
      const folds = `It may be one of ${describeCount(withoutReference, 'error')} that were folded without their references.`
      const absent = withoutReference > 0 ? `${nothing} ${folds}` : nothing
      const found = lines.map((line) => describeLine(line, nameFrames))
      return {
        text: lines.length > 0 ? [...found, ...rest].join('\n\n') : absent,
        json: { reference, records: lines, leftOut, withoutReference },
        exitCode: lines.length > 0 ? undefined : 1,
      }
    },
  }
}

/** One field per line, then the stack and the causes. */
function describeLine(object: JsonObject, nameFrames: NameFrames): string {
  const fields = Object.entries(object).filter(([name]) => !errorFields.includes(name))
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  const causes = Array.isArray(object.causes) ? object.causes.filter(isJsonObject) : []
  return [
    ...(typeof object.count === 'number'
      ? [`${describeCount(object.count, 'error')} in one line, with the first of them:`, '']
      : []),
    ...fields.map(([name, value]) => printable(name).padEnd(width) + describeValue(value)),
    ...(object.name || object.stack ? ['', ...describeError(object, nameFrames)] : []),
    ...causes.flatMap((cause) => ['', 'Caused by', ...describeError(cause, nameFrames)]),
  ].join('\n')
}

/** `stack_trace` is the stack again, for Google Cloud. */
const errorFields = ['name', 'message', 'stack', 'causes', 'stack_trace']

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(' ')
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** The stack, below name and message if it lacks them. Indented, so no line passes for a field. */
function describeError({ name, message, stack }: JsonObject, nameFrames: NameFrames): string[] {
  const head = [name, message].filter((text) => typeof text === 'string' && text !== '').join(': ')
  const trace = typeof stack === 'string' ? stack : ''
  const text = trace.startsWith(head) ? trace : `${head}\n${trace}`
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => (isFrame(line) ? nameFrames([line.trim()]).map((frame) => `    ${frame}`) : [line]))
    .map((line) => `  ${printable(line)}`)
}
