import { emulatorWarning } from '@/lib/config/emulator'
import type { SitePath } from '@/lib/site/routes'
import { hashSource, personalHeaders, policyHeader, standalonePolicy } from './security-headers'

/** `path` is retried after five seconds; `reference` is in the log. */
export type Unavailable = { path: SitePath; reference: string | null; isEmulated: boolean }

/** The response when the session can't be checked. Its page is self-contained, as little else may work. */
export function unavailableAnswer({ path, reference, isEmulated }: Unavailable): Promise<Response> {
  const address = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const content = `<p>We couldn’t check your session just now. Nothing has changed: if you were signed in, you still are.
This page tries again by itself.</p>
<p><a href="${address}">Try again now</a></p>${reference ? `\n<p>If you write to us, add this reference: ${reference}</p>` : ''}
</main>${isEmulated ? `\n<aside aria-label="Emulator mode">${emulatorWarning}</aside>` : ''}`
  return answerWith(describePage({ refresh: `5;url=${address}`, content }))
}

/** The response on the way to a provider if Firebase's page can't be had. It reloads with its query, which stays in the URL. */
export function signInUnavailableAnswer(): Promise<Response> {
  const content = `<p>We couldn’t reach the sign-in service just now, so you’re not signed in yet. This page tries again by itself.</p>
<p>To sign in another way, close this window or go back.</p>
</main>`
  return answerWith(describePage({ refresh: '5', content }))
}

async function answerWith(page: string): Promise<Response> {
  return new Response(page, {
    status: 503,
    headers: {
      ...personalHeaders,
      'retry-after': '5',
      'content-type': 'text/html; charset=utf-8',
      [policyHeader]: standalonePolicy([await hashSource(style)]),
    },
  })
}

/** Separate, so the CSP can include its hash. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  font: 1.0625rem/1.6 system-ui, sans-serif; background: #fbf7f0; color: #231d33 }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
p { max-width: 34rem; margin: 0 0 1rem }
a { color: inherit; font-weight: 600 }
aside { position: fixed; inset: auto 0 0; padding: .35rem 1rem; background: #b3001b; color: #fff;
  font-size: .85rem; font-weight: 600; line-height: 1.4; text-align: center; pointer-events: none }
@media (prefers-color-scheme: dark) { body { background: #15121f; color: #f5efe4 } }
`

/** `content` includes the end of `main`. */
function describePage({ refresh, content }: { refresh: string; content: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${refresh}">
<title>Back in a moment · Foyer</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Back in a moment</h1>
${content}
</body>
</html>
`
}
