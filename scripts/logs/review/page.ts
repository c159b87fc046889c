/** The review as one self-contained page, without scripts and requests. */
import { describeCount } from '../printable'
import { countLines, describeNotUnderstood, type Report } from '../report'
import { listCards, listLines } from './cards'
import { drawChart, drawTable, drawTimes } from './chart'
import type { Review } from './classify'
import { describeUnlinked, listIgnored, listLinks } from './links'
import { html, type Markup } from './markup'
import { pageStyle } from './style'
import { describeBefore, describePeriod, describeTime } from './times'
import { sumOf } from './totals'
import { describeLimits, describeOutcome, describeTrends } from './words'

/** A whole HTML document. */
export function renderPage(review: Review, report: Report, now: number): string {
  const findings = describeOutcome(review)
  const period = describePeriod(review.period)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${findings} · ${period}</title>
<style>${pageStyle}</style>
</head>
<body>
<header class="top">${icon}<span><b>Foyer</b> Log review</span></header>
<main>
<div class="hero"><div>
<p class="period">${period}${review.before ? html` <span>compared with ${describeBefore(review.period)}</span>` : null}</p>
<h1>${findings}.</h1>
<p class="lede">${describeTrends(review).join(' ')}</p>
</div>${doorway}</div>
${noticesOf(review, report).map((words) => html`<p class="notice">${words}</p>`)}
${
  isEmpty(review)
    ? emptyMessage
    : html`${tilesOf(review)}
${chartsOf(review)}
${sectionsOf(review)}`
}
${review.ignored.length > 0 ? html`<section id="ignored"><h2>Ignored</h2>${listIgnored(review.ignored)}</section>` : null}
</main>
<footer>
<p>Read ${describeCount(countLines(report), 'line')} on ${describeTime(now)}. All times are UTC.</p>
<p>To see one error in full: <code>npm run logs -- --reference REFERENCE FILE</code></p>
<p>To ignore one from now on: <code>npm run logs -- --ignore FINGERPRINT --reason "…" --state FILE</code></p>
</footer>
</body>
</html>
`.html
}

/** Why the page may be incomplete. */
function noticesOf(review: Review, report: Report): string[] {
  return [...describeLimits(review), describeNotUnderstood(report), ...report.problems].filter(
    (words) => words !== null,
  )
}

/** Whether neither the period nor the one before has an error. */
function isEmpty({ totals: { failures, missing }, before }: Review): boolean {
  return [failures, missing].every((trend) => sumOf(trend.now) + (before ? sumOf(trend.before) : 0) === 0)
}

const emptyMessage = html`<p class="quiet">No error is new, growing or gone, and no link leads nowhere. Enjoy the quiet.</p>`

function tilesOf({ fresh, growing, gone, ownLinks }: Review): Markup {
  const tile = (id: string, count: number, words: string) =>
    html`<li><a href="#${id}"${count === 0 ? html` class="none"` : null}><b>${describeCount(count)}</b> ${words}</a></li>`
  return html`<ul class="tiles">
${[
  tile('new', fresh.length, 'new'),
  tile('growing', growing.length, 'growing'),
  tile('gone', gone.length, 'gone'),
  tile('links', ownLinks.length, ownLinks.length === 1 ? 'broken link' : 'broken links'),
]}
</ul>`
}

function chartsOf({ totals: { failures, missing }, before, period }: Review): Markup {
  const compared = before && describeBefore(period)
  const hasOutside = failures.now.site > 0
  return html`<figure>
<figcaption><h2>How it went</h2>
<p class="legend"><span class="people">people</span> <span class="bots">bots</span>${hasOutside ? html` <span class="site">outside of requests</span>` : null}${compared ? html` <span class="before">${compared}</span>` : null}</p></figcaption>
<h3>Failures</h3>
${drawChart({ title: 'Failures', trend: failures, heightPixels: 150, before: compared })}
<h3>Missing pages</h3>
${drawChart({ title: 'Missing pages', trend: missing, heightPixels: 80, before: compared })}
${drawTimes(failures.spans)}
${drawTable(failures.spans, missing.spans, compared)}
</figure>`
}

function sectionsOf(review: Review): Markup {
  const { fresh, growing, known, gone, ownLinks, otherLinks, unlinked, period, before } = review
  const when = describeBefore(period)
  const why = before ? null : `The logs don't reach back to ${when}.`
  return html`<section id="new"><h2>New</h2>${listCards(fresh, 'Nothing new.')}</section>
<section id="growing"><h2>Growing</h2>${listCards(growing, why ?? `Nothing is at least twice as frequent as ${when}.`, when)}</section>
<section id="gone"><h2>Gone</h2>${listLines(gone, why ?? `Nothing of ${when} is gone.`, when)}</section>
<section id="links"><h2>Broken links</h2>${listLinks(ownLinks, otherLinks)}${describeUnlinked(unlinked, before && when)}</section>
${known.length > 0 ? html`<section id="known"><h2>Known, and no worse</h2>${listLines(known, '')}</section>` : null}`
}

/** The site's icon. */
const icon = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path fill="#533058" d="M4 30V15a12 12 0 0 1 24 0v15z"/><path fill="#dd7a48" d="M9 30V16a7 7 0 0 1 14 0v14z"/><path fill="#ffe3b8" d="M13 30V17a3 3 0 0 1 6 0v13z"/></svg>`

/** The site's picture, as `components/ui/doorway.tsx` draws it. */
const doorway = html`<svg class="doorway" viewBox="0 0 400 480" aria-hidden="true"><path class="wall" d="M8 480V200a192 192 0 0 1 384 0v280z"/><path fill="#533058" d="M30 480V200a170 170 0 0 1 340 0v280z"/><path fill="#95434f" d="M52 470V200a148 148 0 0 1 296 0v270z"/><path fill="#dd7a48" d="M71 461V200a129 129 0 0 1 258 0v261z"/><path fill="#ffd9a0" d="M90 452V200a110 110 0 0 1 220 0v252z"/><path fill="#ffd9a0" opacity=".3" d="M90 452h220l52 28H38z"/></svg>`
