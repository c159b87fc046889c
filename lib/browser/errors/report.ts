import 'client-only'
/** Reports browser errors to the server's log with the reference the user sees. Loaded on the first error. */
import { detectBot } from '@/lib/errors/bots'
import { describeError, newReference, parseReference, referenceMetric } from '@/lib/errors/errors'
import { apiRoutes } from '@/lib/site/api-routes'

/** Whether this browser is a bot's, which gets no error page (S25). */
export function isBot(): boolean {
  return detectBot(navigator.userAgent) !== null
}

/** Hides a page that loaded with an error status, of which bots must see nothing. */
export function hideFailedPage(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && 'responseStatus' in navigation && Number(navigation.responseStatus) >= 400)
    document.documentElement.hidden = true
}

/** Reports an error once. Skips server errors, which are logged already. */
export function reportError(error: Error): void {
  if (!isServerError(error) && !isExtensionError(error) && !isSdkNoise(error)) findOrCreateReport(error)
}

/**
 * Tells the error's reference in the log, null if unknown or not logged, and marks the report as shown on an error page. After
 * an error of the server again at each response, as the browser may list one a moment after the page has read the error in it.
 */
export function watchReference(error: Error, listener: (reference: string | null) => void): () => void {
  if (isServerError(error)) {
    const tell = () => listener(servedReference())
    tell()
    const observer = new PerformanceObserver(tell)
    observer.observe({ type: 'resource' })
    return () => observer.disconnect()
  }
  const report = isExtensionError(error) ? null : findOrCreateReport(error)
  if (report) report.isShown = true
  listener(report?.reference ?? null)
  return () => undefined
}

/** The reference from the server's latest response for this page. */
export function servedReference(): string | null {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  for (const entry of entries.reverse()) {
    if (!(entry instanceof PerformanceResourceTiming)) continue
    if (new URL(entry.name).pathname !== location.pathname) continue
    const timing = entry.serverTiming?.find(({ name }) => name === referenceMetric)
    if (timing) return parseReference(timing.description)
  }
  return null
}

const sendDelayMs = 250

/** Per page, so that one that throws constantly doesn't flood the log. */
const maxReports = 10

/** Equal errors within this time are one: React retries before it gives up, and each boundary rethrows. */
const repeatWindowMs = 1_000

type Report = { error: Error; reference: string; seenAt: number; isShown: boolean }

const byError = new WeakMap<Error, Report>()
const byMessage = new Map<string, Report>()
let reportCount = 0

/** The report of this error or of an equal recent one; null past the limit. */
function findOrCreateReport(error: Error): Report | null {
  const message = `${error.name}: ${error.message}`
  const seenAt = performance.now()
  const latest = byMessage.get(message)
  const known = byError.get(error) ?? (latest && seenAt - latest.seenAt < repeatWindowMs ? latest : null)
  if (!known && reportCount >= maxReports) return null
  const report = known ?? createReport(error)
  report.seenAt = seenAt
  byError.set(error, report)
  byMessage.set(message, report)
  return report
}

/** Sends the report once an error page had time to render and mark it as shown, or at page exit. */
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

function isServerError(error: Error): boolean {
  return 'digest' in error && typeof error.digest === 'string'
}

/** Safari masks where an extension's code is. */
function isExtensionError({ stack }: Error): boolean {
  return /(-extension|webkit-masked-url):\/\//.test(stack ?? '')
}

function send({ error, reference, isShown }: Report): void {
  const { name, message, stack, causes } = describeError(error)
  const report = { reference, path: location.pathname, rendered: isShown, name, message, stack, causes }
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  navigator.sendBeacon(apiRoutes.errors, body)
}

/**
 * The SDK throws this uncaught, once per sign-in popup, when it asks its iframe about storage. Real failures have a longer
 * message, or reach us as codes.
 */
function isSdkNoise({ message }: Error): boolean {
  return message === 'Firebase: Error (auth/internal-error).'
}
