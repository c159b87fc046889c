/**
 * What Google Cloud reads from a line: the special fields of structured logging
 * (https://docs.cloud.google.com/logging/docs/structured-logging), and the stack trace that Error Reporting groups by
 * (https://docs.cloud.google.com/error-reporting/docs/formatting-error-messages).
 */
import { describeTrace } from './traceparent'

type Line = Readonly<Record<string, unknown>>

const traceFields = {
  trace: 'logging.googleapis.com/trace',
  spanId: 'logging.googleapis.com/spanId',
  isSampled: 'logging.googleapis.com/trace_sampled',
} as const

const severities: Readonly<Record<string, string>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
}

/** A record's fields, then Google's. Without a project the trace is named by its ID alone. */
export function withGoogleFields<Fields extends Line>(record: Fields, project: string | null): Fields {
  const stackTrace = stackTraceOf(record)
  return {
    ...record,
    severity: severities[String(record.level)] ?? 'DEFAULT',
    message: record.message ?? summaryOf(record),
    ...(stackTrace ? { stack_trace: stackTrace } : {}),
    ...requestOf(record),
    ...traceOf(record, project),
  }
}

/** A line's own fields, whether Google's are still in it or have been moved to the entry. */
export function withoutGoogleFields(line: Line): Line {
  const { event, name, message } = line
  const isWords = name === undefined && typeof message === 'string' && message.startsWith(String(event))
  // Copying each line would make reading a long log take longer.
  if (line.severity === undefined && line.stack_trace === undefined && !isWords) return line
  const dropped = isWords ? [...googleFields, 'message'] : googleFields
  return Object.fromEntries(Object.entries(line).filter(([field]) => !dropped.includes(field)))
}

const googleFields: readonly string[] = [
  'severity',
  'stack_trace',
  'httpRequest',
  ...Object.values(traceFields),
]

/** What a list of entries shows of it: the event, and what tells it from others of its kind. */
function summaryOf(record: Line): string {
  const { event, count } = record
  const told = summaryFields
    .map((field) => record[field])
    .filter((value) => value !== undefined && value !== null)
  return [event, ...(count === undefined ? [] : [`(${count} times)`]), ...told].join(' ')
}

const summaryFields = ['method', 'path', 'status', 'kind', 'variable', 'code', 'reason', 'problem']

/** As V8 writes it, with name and message on top, which other browsers leave out. */
function stackTraceOf({ name, message, stack }: Line): string | null {
  if (typeof stack !== 'string' || stack === '') return null
  const head = [name, message].filter((text) => text !== undefined && text !== '').join(': ')
  return stack.startsWith(head) ? stack : `${head}\n${stack}`
}

function requestOf({ method, path, status }: Line): Line {
  if (typeof method !== 'string' || typeof path !== 'string') return {}
  const answered = typeof status === 'number' ? { status } : {}
  return { httpRequest: { requestMethod: method, requestUrl: path, ...answered } }
}

function traceOf({ traceparent }: Line, project: string | null): Line {
  if (typeof traceparent !== 'string') return {}
  const { traceId, spanId, isSampled } = describeTrace(traceparent)
  return {
    [traceFields.trace]: project ? `projects/${project}/traces/${traceId}` : traceId,
    [traceFields.spanId]: spanId,
    [traceFields.isSampled]: isSampled,
  }
}
