/** Broken links and ignored errors on the review's page. */
import { describeCount } from '../printable'
import type { MissingAddress } from './addresses'
import { describeRest } from './cards'
import type { Ignored, Review } from './classify'
import { html, joinMarkup, type Markup } from './markup'
import { describeTime } from './times'

/** Links on this site first: they are ours to repair. */
export function listLinks(own: readonly MissingAddress[], others: readonly MissingAddress[]): Markup {
  if (own.length + others.length === 0) return html`<p class="nothing">No link leads nowhere.</p>`
  return html`${own.length > 0 ? drawTable('On this site', own, 'ownPages') : null}
${others.length > 0 ? drawTable('On other sites', others, 'otherSites') : null}`
}

/** Requests that no link leads to, mostly by scanners. `when` names the period to compare with. */
export function describeUnlinked({ count, before, top }: Review['unlinked'], when: string | null): Markup {
  if (count === 0) return html``
  const most = top.map((address) => html`<code>${address.path}</code> (${describeCount(address.count)})`)
  const compared = when ? ` (${describeCount(before)} ${when})` : ''
  const named = most.length > 0 ? html`, above all ${joinMarkup(most, ', ')}` : null
  return html`<p class="aside">${describeCount(count, 'request')}${compared} asked for addresses that no link leads to, as scanners do${named}.</p>`
}

export function listIgnored(ignored: readonly Ignored[]): Markup {
  return html`<ul class="lines">${ignored.map(
    ({ what, reason, since, count, fingerprint }) => html`
<li><p class="title">${what}</p>
<p class="met">${reason} · ${describeCount(count, 'time')}, ignored since ${describeTime(Date.parse(since))} <code>${fingerprint}</code></p></li>`,
  )}</ul>`
}

const maxRows = 20

function drawTable(
  title: string,
  addresses: readonly MissingAddress[],
  links: 'ownPages' | 'otherSites',
): Markup {
  const rows = addresses.slice(0, maxRows).map((address) => {
    const pages = [...address[links]]
      .sort(([, a], [, b]) => b - a)
      .map(([page]) => html`<code>${page.replace(/^https:\/\//, '')}</code>`)
    return html`
<tr><th scope="row"><code>${address.path}</code></th><td>${joinMarkup(pages, ', ')}</td><td>${describeCount(address.people)}</td><td>${describeCount(address.count - address.people)}</td></tr>`
  })
  return html`<table><caption>${title}</caption>
<thead><tr><th scope="col">Missing</th><th scope="col">Linked from</th><th scope="col">People</th><th scope="col">Bots</th></tr></thead>
<tbody>${rows}
</tbody></table>${describeRest(addresses, maxRows)}`
}
