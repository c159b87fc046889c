import 'client-only'
/** Errors in the browser: told to the server's log, under the reference that the person reads. Loaded with the first. */
import { botOf } from '../bots'
import { describeError, newReference, parseReference, referenceMetric } from '../errors'
import { routes } from '../routes'

/** Whether whoever looks at this page is a bot, which gets no error page (spec section 2). */
export function isSeenByBot(): boolean {
  return botOf(navigator.userAgent) !== null
}

/** Hides all of a page that came with an error status: a bot is to see nothing of it. */
export function hidePageThatFailed(): void {
  const [document_] = performance.getEntriesByType('navigation')
  if (document_ && 'responseStatus' in document_ && Number(document_.responseStatus) >= 400)
    document.documentElement.hidden = true
}

/** Tells the server of an error, once. What the server has thrown is in its log already. */
export function reportError(error: Error): void {
  if (references.has(error) || isOfServer(error) || isOfExtension(error) || isAgain(error)) return
  const reference = referenceOf(error)
  if (told >= mostReports) return
  told += 1
  // Soon, not at once: the error page, if there is one, is drawn first, and says that it is.
  setTimeout(() => send({ error, reference }), toldAfterMs)
}

/** The reference under which the log has this error; null if nobody can tell. The error page is seen from now on. */
export function showError(error: Error): string | null {
  shown.add(error)
  return isOfServer(error) ? servedReference() : referenceOf(error)
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

const lastSeen = new Map<string, number>()
const references = new WeakMap<Error, string>()
const shown = new WeakSet<Error>()
let told = 0

function referenceOf(error: Error): string {
  const reference = references.get(error) ?? newReference()
  references.set(error, reference)
  return reference
}

function isAgain({ name, message }: Error): boolean {
  const kind = `${name}: ${message}`
  const before = lastSeen.get(kind) ?? Number.NEGATIVE_INFINITY
  lastSeen.set(kind, performance.now())
  return performance.now() - before < sameErrorMs
}

function isOfServer(error: Error): boolean {
  return 'digest' in error && typeof error.digest === 'string'
}

function isOfExtension({ stack }: Error): boolean {
  return stack?.includes('-extension://') === true
}

function send({ error, reference }: { error: Error; reference: string }): void {
  const { name, message, stack, causes } = describeError(error)
  const report = {
    reference,
    path: location.pathname,
    rendered: shown.has(error),
    name,
    message,
    stack,
    causes,
  }
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  if (navigator.sendBeacon(routes.api.errors, body)) return
  void fetch(routes.api.errors, { method: 'POST', body, keepalive: true }).catch(tellNobody)
}

/** Offline, or the server is away: then its log cannot have it. */
function tellNobody(error: unknown): void {
  console.warn('An error could not be reported.', error)
}
