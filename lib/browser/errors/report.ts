import 'client-only'
/** Reports browser errors to the server's log with the reference the user sees. Loaded on the first error. */
import { detectBot } from '@/lib/errors/bots'
import { describeError, newReference, parseReference, referenceMetric } from '@/lib/errors/errors'
import { apiRoutes } from '@/lib/site/api-routes'

/** Whether the visitor is a bot, which gets no error page (S25). */
export function isBot(): boolean {
  return detectBot(navigator.userAgent) !== null
}

/** Hides a page that loaded with an error status: bots must see nothing of it. */
export function hideFailedPage(): void {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit && 'responseStatus' in visit && Number(visit.responseStatus) >= 400)
    document.documentElement.hidden = true
}

/** Reports an error once. Server errors are already logged. */
export function reportError(error: Error): void {
  if (!isOfServer(error) && !isOfExtension(error) && !isSdkNoise(error)) findOrCreateReport(error)
}

/** The error's reference in the log; null if it isn't logged, or unknown. Marks the error page as shown. */
export function referenceForErrorPage(error: Error): string | null {
  if (isOfServer(error)) return servedReference()
  const report = isOfExtension(error) ? null : findOrCreateReport(error)
  if (!report) return null
  report.isShown = true
  return report.reference
}

/** The reference from the server's latest response for this page. */
export function servedReference(): string | null {
  const answers = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  for (const answer of answers.reverse()) {
    if (!(answer instanceof PerformanceResourceTiming)) continue
    if (new URL(answer.name).pathname !== location.pathname) continue
    const timing = answer.serverTiming?.find(({ name }) => name === referenceMetric)
    if (timing) return parseReference(timing.description)
  }
  return null
}

const sendDelayMs = 250

/** Stops a page that throws constantly from flooding the log. */
const maxReports = 10

/** Repeats within this time are one error: React retries before giving up, and each boundary rethrows. */
const repeatWindowMs = 1_000

type Report = { error: Error; reference: string; seenAt: number; isShown: boolean }

const byError = new WeakMap<Error, Report>()
const byWords = new Map<string, Report>()
let reportCount = 0

/** The error's report, sent once per kind; null past the limit. */
function findOrCreateReport(error: Error): Report | null {
  const words = `${error.name}: ${error.message}`
  const seenAt = performance.now()
  const latest = byWords.get(words)
  const known = byError.get(error) ?? (latest && seenAt - latest.seenAt < repeatWindowMs ? latest : null)
  if (!known && reportCount >= maxReports) return null
  const report = known ?? createReport(error)
  report.seenAt = seenAt
  byError.set(error, report)
  byWords.set(words, report)
  return report
}

/** Delayed until an error page has rendered and counts as shown; sent at page exit at the latest. */
function createReport(error: Error): Report {
  reportCount += 1
  const report = { error, reference: newReference(), seenAt: 0, isShown: false }
  const sendNow = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', sendNow)
    send(report)
  }
  const timer = setTimeout(sendNow, sendDelayMs)
  window.addEventListener('pagehide', sendNow)
  return report
}

function isOfServer(error: Error): boolean {
  return 'digest' in error && typeof error.digest === 'string'
}

function isOfExtension({ stack }: Error): boolean {
  return stack?.includes('-extension://') === true
}

function send({ error, reference, isShown }: Report): void {
  const { name, message, stack, causes } = describeError(error)
  const report = { reference, path: location.pathname, rendered: isShown, name, message, stack, causes }
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  if (navigator.sendBeacon(apiRoutes.errors, body)) return
  void fetch(apiRoutes.errors, { method: 'POST', body, keepalive: true }).catch(warnUnreported)
}

/** The server is unreachable, so its log can't have this. */
function warnUnreported(error: unknown): void {
  console.warn('An error could not be reported.', error)
}

/**
 * The SDK throws this where nobody can catch it, once per sign-in popup: it asks its frame about storage, and fails
 * whatever the answer. Real failures have more to say, or reach us as codes.
 */
function isSdkNoise({ message }: Error): boolean {
  return message === 'Firebase: Error (auth/internal-error).'
}
