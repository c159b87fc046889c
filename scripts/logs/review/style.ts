/** The style of the review's page: the site's colors without its fonts, as the page loads nothing. */
import { html } from './markup'

/** The color tokens are those of `app/globals.css`; a test compares. */
export const pageStyle = html`
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf7f0, #15121f);
  --surface: light-dark(#fffdf9, #1e1a2c);
  --ink: light-dark(#231d33, #f5efe4);
  --muted: light-dark(#61587a, #b8aecb);
  --line: light-dark(#e3d9c9, #352f49);
  --field-line: light-dark(#8d83a0, #837a9b);
  --accent: light-dark(#a03f17, #ffb36b);
  --danger: light-dark(#a3142e, #ff9ea9);
  --danger-surface: light-dark(#fdeceb, #3a1c28);
  --success: light-dark(#1d6b3f, #86d6a3);
  --success-surface: light-dark(#e6f4ea, #17301f);
  --note-surface: light-dark(#fff1db, #33281f);
  --door-wall: light-dark(#2b2240, #261f3a);
  --focus: light-dark(#a03f17, #ffc07a);
  --radius: 14px;
  --radius-small: 10px;
}
*, *::before, *::after { box-sizing: border-box }
html { font: 106.25%/1.6 system-ui, sans-serif; background: var(--paper); color: var(--ink); text-size-adjust: 100% }
body { margin: 0 auto; max-width: 62rem; padding: 0 clamp(1rem, 4vw, 2.5rem) 3rem }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 4px }
code, pre { font: .84em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere }
code, h1, h3, .title { unicode-bidi: isolate }
h1, h2, h3 { margin: 0; line-height: 1.15; letter-spacing: -.02em; font-weight: 750; text-wrap: balance; overflow-wrap: anywhere }
p { margin: 0; text-wrap: pretty }
ul, ol, dl, dd { margin: 0; padding: 0; list-style: none }

.top { display: flex; gap: .6rem; align-items: center; padding: 1.1rem 0; border-bottom: 1px solid var(--line) }
.top span { color: var(--muted) }
.top b { color: var(--ink); margin-right: .35rem }
.period { margin-top: clamp(1.75rem, 5vw, 3.25rem); color: var(--accent); font-weight: 650 }
.period span { color: var(--muted); font-weight: 400 }
.period span::before { content: "· " }
.hero { display: flex; gap: 2.5rem; align-items: end; justify-content: space-between }
.hero > div { min-width: 0 }
.doorway { flex: 0 0 9.5rem; width: 9.5rem; margin-bottom: .4rem }
.wall { fill: var(--door-wall) }
h1 { font-size: clamp(2rem, 1.4rem + 3vw, 3.25rem); margin: .35rem 0 1rem }
.lede { max-width: 44rem; font-size: 1.1rem; color: var(--muted) }
.notice { margin-top: 1rem; padding: .75rem 1rem; border-radius: var(--radius-small); background: var(--note-surface) }

.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin: 2rem 0 }
.tiles a { display: block; height: 100%; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--surface); color: var(--muted); text-decoration: none }
.tiles a:hover { border-color: var(--field-line) }
.tiles b { display: block; font-size: 2rem; line-height: 1.1; letter-spacing: -.03em; color: var(--accent); font-variant-numeric: tabular-nums }
.tiles [href='#new'] b { color: var(--danger) }
.tiles [href='#gone'] b { color: var(--success) }
.tiles a.none b { color: var(--muted); font-weight: 400 }

figure { margin: 0; padding: clamp(1rem, 3vw, 1.6rem); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface) }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; justify-content: space-between }
h2 { font-size: 1.4rem }
figure h3 { margin: 1.4rem 0 .5rem; font-size: .9rem; letter-spacing: 0; font-weight: 600; color: var(--muted) }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .88rem; color: var(--muted) }
.legend span::before { content: ""; display: inline-block; width: .7rem; height: .7rem; margin-right: .4rem; border-radius: 3px; background: var(--accent) }
.legend .bots::before { background: var(--field-line) }
.legend .site::before { background: var(--danger) }
.legend .before::before { height: 0; width: 1rem; border-top: 2px solid var(--muted); border-radius: 0; background: none; vertical-align: .25em }
.plot { position: relative; border-bottom: 1px solid var(--field-line) }
.plot::before, .plot::after { content: ""; position: absolute; inset: 0 0 auto; border-top: 1px dashed var(--line) }
.plot::after { top: 50% }
.plot svg { position: absolute; inset: 0; overflow: visible }
.scale { position: absolute; top: -.75rem; right: 0; z-index: 1; padding-left: .4rem; font-size: .78rem; line-height: 1.5rem;
  background: var(--surface); color: var(--muted); font-variant-numeric: tabular-nums }
rect { fill: var(--accent) }
rect.bots { fill: var(--field-line) }
rect.site { fill: var(--danger) }
path.before { fill: none; stroke: var(--ink); stroke-width: 1.5; opacity: .7; vector-effect: non-scaling-stroke }
g:hover rect { opacity: .75 }
.times { position: relative; height: 1.5rem; margin-top: .25rem; font-size: .78rem; color: var(--muted); font-variant-numeric: tabular-nums }
.times span { position: absolute; white-space: nowrap }
.times span::before { content: ""; position: absolute; left: 0; top: -.25rem; height: .3rem; border-left: 1px solid var(--field-line) }
details { margin-top: 1rem }
summary { width: fit-content; cursor: pointer; color: var(--accent) }

.quiet { margin-top: 2rem; padding: clamp(1rem, 3vw, 1.6rem); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface) }
section { margin-top: 3rem; scroll-margin-top: 1rem }
section > h2 { margin-bottom: 1rem }
.nothing { color: var(--muted) }
.cards { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) }
article { padding: clamp(1rem, 3vw, 1.5rem); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface) }
.head { display: flex; gap: 1.5rem; justify-content: space-between }
.head > :first-child { min-width: 0 }
.spark-box { flex: 0 0 9rem; height: 2.6rem; border-bottom: 1px solid var(--line) }
article h3 { margin-top: .5rem; font-size: 1.15rem; line-height: 1.3; letter-spacing: -.01em }
.where { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline }
.status { padding: .05rem .5rem; border-radius: 6px; font-size: .82rem; font-weight: 650; background: var(--note-surface);
  font-variant-numeric: tabular-nums }
.status.failure { background: var(--danger-surface); color: var(--danger) }
pre { margin: .9rem 0; padding: .75rem .9rem; overflow-x: auto; border-radius: var(--radius-small); background: var(--paper) }
pre code { font-size: 1em; overflow-wrap: normal }
.growth { margin-top: .9rem; font-weight: 600 }
.growth + .met { margin-top: .1rem }
.met { margin-top: .6rem }
dl { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin-top: .9rem; font-size: .88rem }
dt { color: var(--muted) }

.lines li { padding: .8rem 0; border-top: 1px solid var(--line) }
.lines li:last-child { border-bottom: 1px solid var(--line) }
.title { margin-top: .25rem; font-weight: 600; overflow-wrap: anywhere }
.lines .met { margin-top: .15rem; color: var(--muted) }
.lines .met code { margin-left: .4rem }
.rest { margin-top: 1rem; color: var(--muted) }
#gone .status { background: var(--success-surface); color: var(--success) }

table { width: 100%; border-collapse: collapse; margin-bottom: 1.5rem; font-variant-numeric: tabular-nums }
caption { padding-bottom: .4rem; text-align: left; font-weight: 650 }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: baseline }
thead th { font-size: .88rem; color: var(--muted) }
td:nth-last-child(-n + 2), thead th:nth-last-child(-n + 2), .numbers td, .numbers thead th + th { text-align: right }
tr > :last-child { padding-right: 0 }
tbody th { width: 42% }
thead th:nth-last-child(-n + 2) { width: 4.75rem }
.numbers thead th:nth-last-child(-n + 2) { width: auto }
.numbers tbody th { width: auto }
.aside { color: var(--muted) }
.scroll { overflow-x: auto }
.numbers { margin-top: .75rem; font-size: .88rem }
footer { margin-top: 3.5rem; padding-top: 1.1rem; border-top: 1px solid var(--line); display: grid; gap: .6rem; font-size: .88rem; color: var(--muted) }

@media (max-width: 40rem) {
  .tiles { grid-template-columns: repeat(2, 1fr) }
  .times span:nth-child(even) { display: none }
  dl { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem 1rem }
  .head { flex-direction: column; gap: .9rem }
  .spark-box { flex: none; width: 100% }
  th, td { padding-right: .5rem; font-size: .88rem }
  tbody th { width: 36% }
  thead th:nth-last-child(-n + 2) { width: 3.6rem }
  table code { font-size: .78em }
  .doorway { display: none }
}
@media (forced-colors: active) {
  rect { fill: CanvasText }
  rect.bots { fill: GrayText }
  rect.site { fill: Highlight }
  .legend span::before { forced-color-adjust: none; background: CanvasText }
  .legend .bots::before { background: GrayText }
  .legend .site::before { background: Highlight }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --surface: #fff; --ink: #000; --muted: #333 }
  html { font-size: 85%; print-color-adjust: exact }
  article, figure, tr, .lines li { break-inside: avoid }
  h2, h3 { break-after: avoid }
  .tiles a { border-color: #999 }
}
`
