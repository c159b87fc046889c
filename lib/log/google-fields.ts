/**
 * The fields that Google Cloud reads: those of structured logging
 * (https://docs.cloud.google.com/logging/docs/structured-logging), and the stack trace by which Error Reporting groups
 * (https://docs.cloud.google.com/error-reporting/docs/formatting-error-messages).
 */

type Line = Readonly<Record<string, unknown>>

/** A record's fields, then Google's. Without a project the trace is only its ID. */
export function withGoogleFields(record: Line, project: string | null): Line {
  const stackTrace = stackTraceOf(record)
  return {
    ...record,
    severity: record.level === 'warn' ? 'WARNING' : String(record.level).toUpperCase(),
    message: record.message ?? summaryOf(record),
    ...(stackTrace ? { stack_trace: stackTrace } : {}),
    ...requestOf(record),
    ...traceOf(record, project),
  }
}

/** The message that a list of entries shows: the event, and fields that distinguish it from others. */
function summaryOf(record: Line): string {
  const { event, count } = record
  const values = summaryFields
    .map((field) => record[field])
    .filter((value) => value !== undefined && value !== null)
  return [event, ...(count === undefined ? [] : [`(${count} times)`]), ...values].join(' ')
}

const summaryFields = 'method path status kind variable code reason problem directive blocked'.split(' ')

/** The stack in V8's format: with name and message on top, which other engines leave out. */
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
  const [, traceId, spanId, flags = ''] = traceparent.split('-')
  return {
    'logging.googleapis.com/trace': project ? `projects/${project}/traces/${traceId}` : traceId,
    'logging.googleapis.com/spanId': spanId,
    // The last bit of the flags.
    'logging.googleapis.com/trace_sampled': (Number.parseInt(flags, 16) & 1) === 1,
  }
}
