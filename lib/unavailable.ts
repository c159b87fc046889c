import type { SitePath } from './routes'
import { hashSource, personalHeaders, policyHeader, standalonePolicy } from './security-headers'

/**
 * The answer for a visitor whose session nobody can check at the moment. Its page stands by itself, because it
 * is shown when little else can be relied on; after five seconds it goes to `path` again. The reference is the one under
 * which the log has it.
 */
export async function unavailableAnswer(path: SitePath, reference: string | null): Promise<Response> {
  return new Response(describePage(path, reference), {
    status: 503,
    headers: {
      ...personalHeaders,
      'retry-after': '5',
      'content-type': 'text/html; charset=utf-8',
      [policyHeader]: standalonePolicy([await hashSource(style)]),
    },
  })
}

/** The page's styles, apart so that its policy can name them. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  font: 1.0625rem/1.6 system-ui, sans-serif; background: #fbf7f0; color: #231d33 }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
p { max-width: 34rem; margin: 0 0 1rem }
a { color: inherit; font-weight: 600 }
@media (prefers-color-scheme: dark) { body { background: #15121f; color: #f5efe4 } }
`

function describePage(path: SitePath, reference: string | null): string {
  const address = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="5;url=${address}">
<title>Back in a moment · Foyer</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Back in a moment</h1>
<p>We could not check your session just now. You are still signed in, and nothing is lost.
This page tries again by itself.</p>
<p><a href="${address}">Try again now</a></p>${reference ? `\n<p>If you write to us, add this reference: ${reference}</p>` : ''}
</main>
</body>
</html>
`
}
