/** A line of the log, laid out for people. */
import { describeCount, printable } from './printable'
import type { JsonObject } from './scan'

/** A line's fields below each other, then what was thrown, with stacks and causes. */
export function describeRecord(object: JsonObject): string[] {
  const fields = Object.entries(object).filter(([name]) => !thrownFields.includes(name))
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  const causes = Array.isArray(object.causes) ? object.causes.filter(isObject) : []
  return [
    ...fields.map(([name, value]) => printable(name).padEnd(width) + describeValue(value)),
    ...(object.name || object.stack ? ['', ...describeThrown(object)] : []),
    ...causes.flatMap((cause) => ['', 'Caused by', ...describeThrown(cause)]),
  ]
}

/** What a folded line says of the reference that is looked for. */
export function describeFolded({ count, firstAt, lastAt, reference }: JsonObject, sought: string): string {
  const errors = typeof count === 'number' ? describeCount(count) : describeValue(count)
  const times = `between ${describeValue(firstAt)} and ${describeValue(lastAt)}`
  return sought === reference
    ? `It happened again ${errors} times ${times}, folded into one line:`
    : `${sought} has no line of its own. It is one of ${errors} errors ${times} that were folded into one line, which tells of the first of them:`
}

const thrownFields = ['name', 'message', 'stack', 'causes']

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(' ')
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** The stack begins with name and message as a rule; else they come first. Indented, so that none passes for a field. */
function describeThrown({ name, message, stack }: JsonObject): string[] {
  const head = [name, message].filter((text) => typeof text === 'string' && text !== '').join(': ')
  const trace = typeof stack === 'string' ? stack : ''
  const text = trace.startsWith(head) ? trace : `${head}\n${trace}`
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${printable(line)}`)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
