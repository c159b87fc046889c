/** Errors on the review's page: cards with the first lines of the stack, or a line each. */
import { describeCount } from '../printable'
import { drawSparkline } from './chart'
import { type Entry, isFailure } from './entries'
import { html, type Markup } from './markup'
import { describeTime } from './times'
import { describeGrowth, describeLocation, describeOccurrences, describeStatus, describeTitle } from './words'

/** A card per error, or `nothing`. `before` names the period to compare with; null for new errors. */
export function listCards(entries: readonly Entry[], nothing: string, before: string | null = null): Markup {
  if (entries.length === 0) return html`<p class="nothing">${nothing}</p>`
  return html`<ol class="cards">${entries.slice(0, maxCards).map((entry) => drawCard(entry, before))}</ol>${describeRest(entries, maxCards)}`
}

/** A line per error, or `nothing`. With `before`, it has the number of errors in that period. */
export function listLines(entries: readonly Entry[], nothing: string, before: string | null = null): Markup {
  if (entries.length === 0) return html`<p class="nothing">${nothing}</p>`
  return html`<ul class="lines">${entries.slice(0, maxCards).map((entry) => drawLine(entry, before))}</ul>${describeRest(entries, maxCards)}`
}

const maxCards = 30

function drawCard(entry: Entry, before: string | null): Markup {
  const { frames, firstAt, lastAt, reference, fingerprint, spans } = entry
  return html`
<li><article>
<div class="head"><div><p class="where">${statusMark(entry)} <code>${describeLocation(entry)}</code></p>
<h3>${describeTitle(entry)}</h3></div>
<div class="spark-box">${drawSparkline(spans)}</div></div>
${frames.length > 0 ? html`<pre tabindex="0" role="group" aria-label="The stack's first lines"><code>${frames.map((frame) => html`${frame}\n`)}</code></pre>` : null}
${before === null ? null : html`<p class="growth">${describeGrowth(entry, before)}.</p>`}
<p class="met">${describeOccurrences(entry)}.</p>
<dl><div><dt>First</dt><dd>${describeTime(firstAt)}</dd></div><div><dt>Last</dt><dd>${describeTime(lastAt)}</dd></div>
<div><dt>Latest reference</dt><dd><code>${reference}</code></dd></div><div><dt>Fingerprint</dt><dd><code>${fingerprint}</code></dd></div></dl>
</article></li>`
}

function drawLine(entry: Entry, before: string | null): Markup {
  const times =
    before === null
      ? `${describeOccurrences(entry)}.`
      : `${describeCount(entry.before, 'time')} ${before}, last ${describeTime(entry.lastAt)}.`
  return html`
<li><p class="where">${statusMark(entry)} <code>${describeLocation(entry)}</code></p>
<p class="title">${describeTitle(entry)}</p>
<p class="met">${times} <code>${entry.fingerprint}</code></p></li>`
}

/** Failures of the site have another color. */
function statusMark(entry: Entry): Markup {
  return html`<span class="status${isFailure(entry) ? ' failure' : ''}">${describeStatus(entry)}</span>`
}

/** How many were left out. */
export function describeRest(values: readonly unknown[], max: number): Markup | null {
  const rest = values.length - max
  return rest > 0
    ? html`<p class="rest">And ${describeCount(rest)} more. <code>--json</code> has all of them.</p>`
    : null
}
