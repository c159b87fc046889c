/** Pages that need nothing else from the site, for when little else works or no script runs. */
import { emulatorWarning } from '../config/emulator'
import * as brand from '../site/brand'
import type { SitePath } from '../site/routes'
import { themeBoot } from '../theme'
import { closedPolicy, documentHeaders, personalHeaders, policyHeader } from './security-headers'

export type StandalonePage = {
  status: number
  title: string
  /** HTML: escape everything that comes from outside. */
  content: string
  isEmulated: boolean
  /** For `<meta http-equiv="refresh">`. */
  refresh?: string
  retryAfterSeconds?: number
}

/** The page as a response. Never cached, as its URL and text may be personal. */
export function standaloneResponse(page: StandalonePage): Response {
  const { status, retryAfterSeconds } = page
  return new Response(describePage(page), {
    status,
    headers: {
      ...personalHeaders,
      ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
      'content-type': 'text/html; charset=utf-8',
      ...Object.fromEntries(documentHeaders),
      [policyHeader]: responsePolicy(),
    },
  })
}

/** The CSP of everything but pages. */
export function responsePolicy(): string {
  return closedPolicy({ style, script: themeBoot() })
}

/** Escapes text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Of the emulator banner (S34). */
export const emulatorRed = '#b3001b'

const { paper, ink } = brand.colors

/** Separate, so the CSP can include its hash. The first colours are for browsers without `light-dark()`. */
const style = `
:root { color-scheme: light dark }
body { box-sizing: border-box; margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  font: 1.0625rem/1.6 system-ui, sans-serif; background: ${paper.light}; color: ${ink.light} }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
p { max-width: 34rem; margin: 0 0 1rem }
a { color: inherit; font-weight: 600 }
aside { position: fixed; inset: auto 0 0; padding: .35rem 1rem; background: ${emulatorRed}; color: #fff;
  border-top: 1px solid transparent; font-size: .85rem; font-weight: 600; line-height: 1.4; text-align: center; pointer-events: none }
[data-theme="light"] { color-scheme: light }
[data-theme="dark"] { color-scheme: dark }
body { background: ${brand.cssColor(paper)}; color: ${brand.cssColor(ink)} }
@media print { :root, :root[data-theme] { color-scheme: light } body { display: block; background: #fff; color: #000 } aside { display: none } }
`

function describePage({ title, content, refresh, isEmulated }: StandalonePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh ? `<meta http-equiv="refresh" content="${escapeHtml(refresh)}">\n` : ''}<title>${escapeHtml(brand.pageTitle(title))}</title>
<script>${themeBoot()}</script>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>${isEmulated ? `\n<aside aria-label="Emulator mode">${emulatorWarning}</aside>` : ''}
</body>
</html>
`
}

/** `path` is retried after five seconds; `reference` is in the log. */
type Unavailable = { path: SitePath; reference: string | null; isEmulated: boolean }

/** The response when the session can't be checked. */
export function unavailableResponse({ path, reference, isEmulated }: Unavailable): Response {
  const content = `<p>We can’t verify your session right now. If you were signed in, you still are.
This page tries again by itself.</p>
<p><a href="${escapeHtml(path)}">Try again now</a></p>${reference ? `\n<p>If you contact us, include this reference: ${reference}</p>` : ''}`
  return answerWith(content, { refresh: `5;url=${path}`, isEmulated })
}

/** `again` is loaded immediately, or while the browser can't refresh the bound cookie, after five seconds. */
type Unbound = { again: SitePath; signIn: SitePath; isWaiting: boolean; isEmulated: boolean }

/** The response for a bound session whose device isn't known yet. */
export function unboundResponse({ again, signIn, isWaiting, isEmulated }: Unbound): Response {
  const content = `<p>We’re checking that this is the device you signed in on. This page tries again by itself.</p>
<p><a href="${escapeHtml(isWaiting ? signIn : again)}">${isWaiting ? 'Sign in instead' : 'Continue'}</a></p>`
  return answerWith(content, { isEmulated, refresh: `${isWaiting ? 5 : 0};url=${again}` })
}

/** The response on the way to a provider if Firebase's page can't be fetched. It reloads with its query. */
export function signInUnavailableResponse(): Response {
  const content = `<p>We can’t reach the sign-in service right now, so you’re not signed in yet. This page tries again by itself.</p>
<p>To sign in another way, close this window or go back.</p>`
  return answerWith(content, { refresh: '5', isEmulated: false })
}

function answerWith(content: string, page: { refresh: string; isEmulated: boolean }): Response {
  return standaloneResponse({
    status: 503,
    title: 'Back in a moment',
    content,
    retryAfterSeconds: 5,
    ...page,
  })
}
