/** What browsers report of a page's policy, by both of its directives for reports: CSP 3, sections 5.3 and 5.5. */
import * as v from 'valibot'
import type { LogFields } from '@/lib/log/record'
import { scrub, scrubPath } from '@/lib/log/scrub'

/**
 * The violations of a report as the log has them, without addresses of other sites' pages and without those that extensions
 * caused; null if it's no report.
 */
export function parseViolations(value: unknown): LogFields[] | null {
  const parsed = v.safeParse(policyReport, value)
  if (!parsed.success) return null
  const ours = parsed.output.filter(
    (one) => !isForeign.test(one.sourceFile) && !isForeign.test(one.blockedURL),
  )
  return ours.slice(0, maxViolations).map(describeViolation)
}

/** Of one report: browsers collect those of a minute. */
const maxViolations = 20

/** An extension, which Safari masks, or a page of the browser's own. */
const isForeign = /^([a-z-]+-extension|webkit-masked-url|about)(:|$)/

const text = v.nullish(v.string(), '')
const number = v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0)
const violation = v.object({
  documentURL: v.pipe(v.string(), v.url()),
  effectiveDirective: v.string(),
  ...{ blockedURL: text, sourceFile: text, lineNumber: number, columnNumber: number },
})
const report = v.object({ type: v.literal('csp-violation'), body: violation })
const formerReport = v.object({ 'csp-report': v.record(v.string(), v.unknown()) })
const policyReport = v.union([
  v.pipe(
    v.array(report),
    v.minLength(1),
    v.transform((reports) => reports.map(({ body }) => body)),
  ),
  v.pipe(
    formerReport,
    v.transform(({ 'csp-report': body }) => [
      Object.fromEntries(Object.entries(body).map(([name, value]) => [currentName(name), value])),
    ]),
    v.array(violation),
  ),
])

/** `document-uri` is now `documentURL`, and so on. */
function currentName(former: string): string {
  return former.replace(/-uri$/, 'URL').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function describeViolation(violated: v.InferOutput<typeof violation>): LogFields {
  const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber, columnNumber } = violated
  const { origin, pathname } = new URL(documentURL)
  const isOwn = URL.canParse(sourceFile) && new URL(sourceFile).origin === origin
  const source = isOwn ? scrubPath(new URL(sourceFile).pathname, 200) : originOf(sourceFile)
  return {
    directive: scrub(effectiveDirective, 40),
    blocked: originOf(blockedURL),
    path: scrubPath(pathname, 500),
    ...(source && { source: `${source}:${lineNumber}:${columnNumber}` }),
  }
}

/** Of a URL of the web its origin, of another its scheme; what is no URL is a word, such as `inline`. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return scrub(url, 40)
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : scrub(origin, 200)
}
