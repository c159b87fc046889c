/** `npm run logs -- --review`: its period, its page, and whether it fails. */

import { rm, writeFile } from 'node:fs/promises'
import ms from 'ms'
import { codeOf } from '../../../lib/error-code'
import { escapeHtml } from '../../../lib/http/standalone'
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { printable } from '../../../lib/log/record'
import { colors, cssColor } from '../../../lib/site/brand'
import { startProblem } from '../../start/terminal'
import type { ReviewQuery } from '../arguments'
import { isFailure, kindOf } from '../groups'
import { countLines, describeNotUnderstood, type Report } from '../log-reader'
import type { NameFrames } from '../maps'
import { describeCount, describeMoment } from '../printable'
import { createSummary, describeTimelineEntry } from '../summary'
import { createCounter, type Entry, type Total } from './compare'
import {
  describeEntry,
  describeLimits,
  describeOutcome,
  describePeriod,
  describeReview,
  type Reviewed,
  sectionTitles,
} from './text'

/** Collects errors for a review, by default of the last seven days. */
export function createReviewCollector(
  { now, since, until, htmlFile, failsOnNew }: ReviewQuery,
  nameFrames: NameFrames,
) {
  const end = until ?? now
  const start = since ?? end - ms('7d')
  if (start >= end) throw startProblem('There is nothing to review: --since is not before --until, or now.')
  const counter = createCounter(start, end)
  const summary = createSummary(start, end)

  function add(record: ErrorRecord, object: JsonObject): void {
    summary.add(record, object)
    if (kindOf(record) !== null) counter.add(record, object)
  }

  function finish(report: Report) {
    const review = { ...counter.review(report.beginsAt, nameFrames), summary: summary.finish() }
    const hasAlarm =
      review.summary.timeline.some(({ isOrderly }) => !isOrderly) || review.fresh.some(isAlarming)
    return {
      text: describeReview(review),
      json: { review },
      exitCode: failsOnNew && hasAlarm ? 4 : undefined,
      async save() {
        if (htmlFile !== null) await writePage(htmlFile, renderPage(review, report, now))
      },
    }
  }

  return { add, finish }
}

/** Thrown outside of requests, it may affect them all. */
function isAlarming(entry: Entry): boolean {
  const { status, place } = entry
  return isFailure(entry) && (status === null ? place === 'process' : status >= 500)
}

/** Replaces the file by one that only its owner can read, as a log is confidential. */
async function writePage(file: string, page: string): Promise<void> {
  try {
    await rm(file, { force: true })
    await writeFile(file, page, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = codeOf(error)
    if (code !== null) throw startProblem(`${file} can't be written (${code}).`)
    throw error
  }
}

/** The review as one page of tables, a whole HTML document without scripts and requests. */
export function renderPage(review: Reviewed, report: Report, now: number): string {
  const { isCompared, totals, summary } = review
  const rowOf = (one: Total | Entry) => ({
    cell: 'what' in one ? html`${one.what}` : drawEntry(one),
    counts: isCompared ? [one.count, one.before] : [one.count],
  })
  const period = describePeriod(review)
  // Why the page may be incomplete.
  const notices = [...describeLimits(review), describeNotUnderstood(report) ?? [], ...report.problems].flat()
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>Log review, ${period}</title>
<style>${style}</style>
</head>
<body>
<header><p>Log review, ${period}</p>
<h1>${describeOutcome(review).replaceAll(': ', ':\u00a0')}</h1></header>
<main>
${notices.map((words) => html`<p class="notice">${words}</p>\n`)}
${
  summary.timeline.length === 0
    ? ''
    : html`<section><h2>What happened</h2>
<ol>${summary.timeline.slice(-maxRows).map((one) => html`<li>${describeTimelineEntry(one)}</li>`)}</ol></section>`
}
${drawTable('Totals', totals.map(rowOf))}
${sectionTitles.map(([list, title]) => drawTable(title, review[list].map(rowOf)))}
</main>
<footer>
<p>Read ${describeCount(countLines(report), 'line')} at ${describeMoment(now)}. All times are UTC.</p>
<p>One error in full: <code>npm run logs -- --reference REFERENCE FILE</code></p>
</footer>
</body>
</html>
`.html
}

/** What happened how often, and how often in the period before. */
type Row = { cell: Markup; counts: number[] }

const maxRows = 30

/** A section with its rows; nothing without rows. */
function drawTable(title: string, rows: readonly Row[]): Markup {
  const [first] = rows
  if (!first) return html``
  const highest = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const heads = ['Error', 'Times', 'Before'].slice(0, first.counts.length + 1)
  const rest = describeCount(Math.max(0, rows.length - maxRows))
  return html`<section>
<h2>${title}</h2>
<table>
<thead><tr>${heads.map((words) => html`<th scope="col">${words}</th>`)}</tr></thead>
<tbody>${rows.slice(0, maxRows).map(
    ({ cell, counts }) => html`
<tr><th scope="row">${cell}</th>${counts.map((count) => drawNumber(count, highest))}</tr>`,
  )}
</tbody>
</table>
${rest === '0' ? '' : html`<p>And ${rest} more. <code>--json</code> has all of them.</p>`}
</section>
`
}

/** With a bar to scale, but never too short to see. */
function drawNumber(count: number, highest: number): Markup {
  const percent = count === 0 ? 0 : Math.max(3, Math.round((count / highest) * 100))
  return html`<td>${describeCount(count)}<span class="bar" style="width:${percent}%"></span></td>`
}

function drawEntry(entry: Entry): Markup {
  const { place, title, facts } = describeEntry(entry)
  return html`<code>${place}</code>${title ? html`<b>${title}</b>` : ''}${facts.map((fact) => html`<span>${fact}</span>`)}`
}

const style = html`
:root { color-scheme: light dark; --paper: ${cssColor(colors.paper)}; --ink: ${cssColor(colors.ink)};
  --accent: ${cssColor(colors.accent)}; --muted: color-mix(in srgb, var(--ink) 78%, var(--paper)); --line: color-mix(in srgb, var(--ink) 18%, var(--paper)) }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; font: 1rem/1.5 system-ui, sans-serif;
  background: var(--paper); color: var(--ink); overflow-wrap: anywhere }
h1 { margin: 0; font-size: clamp(1.5rem, 1.2rem + 2vw, 2.25rem); line-height: 1.2; text-wrap: balance }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
p { margin: .5rem 0 }
header p:first-child, footer, thead th, th span { color: var(--muted) }
ol { margin: 0; padding: 0; list-style: none; white-space: pre-wrap; font: .875rem/1.7 ui-monospace, Menlo, Consolas, monospace }
.notice { padding: .5rem .75rem; border-left: 3px solid var(--accent) }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-variant-numeric: tabular-nums }
th, td { padding: .625rem 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: top }
thead th { padding: .25rem 0; border: 0; font-size: .875rem }
td, thead th + th { width: 5.5rem; padding-left: 1rem; text-align: right }
tbody th > * { display: block; unicode-bidi: isolate }
b { font-weight: 600 }
code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace }
th span { font-size: .8125rem }
.bar { display: block; height: .375rem; margin: .25rem 0 0 auto; background: var(--accent); border-radius: 2px }
footer { margin-top: 3rem; font-size: .875rem }
@media (max-width: 40rem) { td, thead th + th { width: 3.75rem; padding-left: .5rem } }
@media (forced-colors: active) { .bar { background: CanvasText; forced-color-adjust: none } }
@media print { :root { color-scheme: light } .bar { print-color-adjust: exact } tr { break-inside: avoid } }
`

/** Only `html` creates it. */
type Markup = { readonly html: string }
type Part = Markup | string | number | Markup[]

/** The template with its texts escaped, as strangers choose paths, names of bots and messages. */
function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: String.raw({ raw: literals }, ...parts.map(toHtml)) }
}

function toHtml(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map((one) => one.html).join('')
  return escapeHtml(printable(String(part)))
}
