import 'client-only'
/** Errors in the browser: told to the server's log, under the reference that the person reads. Loaded with the first. */
import { botOf } from '@/lib/errors/bots'
import { describeError, newReference, parseReference, referenceMetric } from '@/lib/errors/errors'
import { routes } from '@/lib/site/routes'

/** Whether whoever looks at this page is a bot, which gets no error page (spec section 2). */
export function isSeenByBot(): boolean {
  return botOf(navigator.userAgent) !== null
}

/** Hides all of a page that came with an error status: a bot is to see nothing of it. */
export function hidePageThatFailed(): void {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit && 'responseStatus' in visit && Number(visit.responseStatus) >= 400)
    document.documentElement.hidden = true
}

/** Tells the server of an error, once. What the server has thrown is in its log already. */
export function reportError(error: Error): void {
  if (!isOfServer(error) && !isOfExtension(error)) reportOf(error)
}

/**
 * The reference under which the log has this error; null if it does not, or if nobody can tell. The error page is seen
 * from now on.
 */
export function showError(error: Error): string | null {
  if (isOfServer(error)) return servedReference()
  const report = isOfExtension(error) ? null : reportOf(error)
  if (!report) return null
  report.isShown = true
  return report.reference
}

/** The reference that the server gave its last answer for the page at this address. */
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

const toldAfterMs = 250

/** A page whose every second throws is told of, and then left alone. */
const mostReports = 10

/** Within this time the same error is the same: React tries again before it gives up, each boundary anew. */
const sameErrorMs = 1_000

type Report = { error: Error; reference: string; seenAt: number; isShown: boolean }

const byError = new WeakMap<Error, Report>()
const byWords = new Map<string, Report>()
let told = 0

/** The report of an error, which is sent with the first of its kind; null if there have been too many. */
function reportOf(error: Error): Report | null {
  const words = `${error.name}: ${error.message}`
  const seenAt = performance.now()
  const latest = byWords.get(words)
  const known = byError.get(error) ?? (latest && seenAt - latest.seenAt < sameErrorMs ? latest : null)
  if (!known && told >= mostReports) return null
  const report = known ?? openReport(error)
  report.seenAt = seenAt
  byError.set(error, report)
  byWords.set(words, report)
  return report
}

/** Soon, not at once: the error page, if there is one, is drawn first, and says that it is. At the latest with the page. */
function openReport(error: Error): Report {
  told += 1
  const report = { error, reference: newReference(), seenAt: 0, isShown: false }
  const sendNow = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', sendNow)
    send(report)
  }
  const timer = setTimeout(sendNow, toldAfterMs)
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
  if (navigator.sendBeacon(routes.api.errors, body)) return
  void fetch(routes.api.errors, { method: 'POST', body, keepalive: true }).catch(tellNobody)
}

/** Offline, or the server is away: then its log cannot have it. */
function tellNobody(error: unknown): void {
  console.warn('An error could not be reported.', error)
}
