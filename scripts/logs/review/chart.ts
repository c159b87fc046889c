/** The charts of the review's page: inline SVG of any width, without distorted corners. */
import ms from 'ms'
import { describeCount } from '../printable'
import { html, type Markup } from './markup'
import { describeHour, describeShortDay } from './times'
import { type ErrorCounts, type Span, sumOf, type Trend } from './totals'

type Chart = {
  title: string
  trend: Trend
  heightPixels: number
  /** `the day before`; null without a comparison. */
  before: string | null
}

/** Bars over time: people below, bots above them, and a line for the period before. */
export function drawChart({ title, trend, heightPixels, before }: Chart): Markup {
  const { spans, now } = trend
  const highest = roundUp(
    Math.max(1, ...spans.map((span) => Math.max(sumOf(span), before ? span.before : 0))),
  )
  const words = `${title}: ${describeCount(now.people)} by people, ${describeCount(now.bots)} by bots. The numbers are in the table below.`
  return html`<div class="plot" style="height:${heightPixels}px"><span class="scale">${describeCount(highest)}</span>
<svg role="img" aria-label="${words}" width="100%" height="100%">
${spans.map((span, index) => drawSpan(span, { index, count: spans.length, highest, before }))}
${before ? drawBefore(spans, highest) : null}
</svg></div>`
}

/** Small bars without a scale. */
export function drawSparkline(counts: readonly number[]): Markup {
  const highest = Math.max(1, ...counts)
  const bars = counts.map((count, index) =>
    drawBar({
      index,
      count: counts.length,
      from: 0,
      to: count > 0 ? Math.max(count / highest, 0.08) : 0,
      kind: 'people',
    }),
  )
  return html`<svg class="spark" aria-hidden="true" width="100%" height="100%">${bars}</svg>`
}

/** At most eight times below the charts. */
export function drawTimes(spans: readonly Span[]): Markup {
  const [first, second] = spans
  if (!first || !second) return html``
  const since = first.from
  const length = (second.from - since) * spans.length
  const step = steps.find((one) => length / one <= 8) ?? length
  const times: number[] = []
  for (let time = Math.ceil(since / step) * step; time < since + length; time += step) times.push(time)
  const labels = times.map((time) => {
    const text = time % ms('1d') === 0 ? describeShortDay(time) : describeHour(time)
    return html`<span style="left:${share((time - since) / length)}">${text}</span>`
  })
  return html`<div class="times" aria-hidden="true">${labels}</div>`
}

/** The charts' numbers. */
export function drawTable(
  failures: readonly Span[],
  missing: readonly Span[],
  before: string | null,
): Markup {
  const heads = ['People', 'Bots', ...(before ? ['Before'] : [])]
  const cells = (span: Span) =>
    [span.people, span.bots, ...(before ? [span.before] : [])].map(
      (count) => html`<td>${describeCount(count)}</td>`,
    )
  const rows = failures.map(
    (span, index) => html`
<tr><th scope="row">${describeShortDay(span.from)}, ${describeHour(span.from)}</th>${[span, ...missing.slice(index, index + 1)].flatMap(cells)}</tr>`,
  )
  const columns = heads.map((words) => html`<th scope="col">${words}</th>`)
  return html`<details><summary>The numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="The numbers"><table class="numbers">
<thead><tr><td></td><th scope="colgroup" colspan="${heads.length}">Failures</th><th scope="colgroup" colspan="${heads.length}">Not there</th></tr>
<tr><th scope="col">From</th>${columns}${columns}</tr></thead>
<tbody>${rows}
</tbody></table></div></details>`
}

const steps = (['5m', '15m', '1h', '3h', '6h', '1d', '2d', '7d', '28d'] as const).map((step) => ms(step))

type Position = { index: number; count: number; highest: number; before: string | null }

function drawSpan(span: Span, { index, count, highest, before }: Position): Markup {
  const at = (kind: keyof ErrorCounts, below: number) =>
    drawBar({ index, count, from: below / highest, to: (below + span[kind]) / highest, kind })
  return html`<g><title>${describeSpan(span, before)}</title>${[at('people', 0), at('bots', span.people), at('site', span.people + span.bots)]}</g>`
}

function describeSpan(span: Span, before: string | null): string {
  const who = `${describeCount(span.people)} by people, ${describeCount(span.bots)} by bots`
  const compared = before ? `; ${before}, ${describeCount(span.before)}` : ''
  return `${describeShortDay(span.from)}, ${describeHour(span.from)}: ${who}${compared}`
}

type Bar = { index: number; count: number; from: number; to: number; kind: keyof ErrorCounts }

function drawBar({ index, count, from, to, kind }: Bar): Markup {
  if (to <= from) return html``
  const [x, width] = [share((index + 0.12) / count), share(0.76 / count)]
  return html`<rect class="${kind}" x="${x}" y="${share(1 - to)}" width="${width}" height="${share(to - from)}" rx="1.5"/>`
}

/** A line in steps, as high as the bars would be. */
function drawBefore(spans: readonly Span[], highest: number): Markup {
  const steps = spans.map((span, index) => `V${rounded((1 - span.before / highest) * 100)}H${index + 1}`)
  const path = `M0 100${steps.join('')}`
  return html`<svg viewBox="0 0 ${spans.length} 100" preserveAspectRatio="none" width="100%" height="100%"><path class="before" d="${path}"/></svg>`
}

function share(part: number): string {
  return `${rounded(part * 100)}%`
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

/** Up to a digit times a power of ten, so the highest bar fills most of the chart. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}
