/** `npm run measure:bytes`: what the pages of the built site load, beside a bare Next app. `bytes.spec.ts` has the budgets. */
import { existsSync } from 'node:fs'
import { routes } from '@/lib/site/routes'
import { measureBareApp } from '../support/builds/bare-app'
import { gzipBytes, identityScripts, scriptsOf } from '../support/builds/page-scripts'

const build = '.next'
const pages = [routes.home, routes.terms, routes.privacy, routes.contact, routes.login]

function measureBytes(): void {
  const bare = measureBareApp()
  const identity = identityScripts(build)
  console.table([
    { page: 'bare Next app', scripts: bare.scripts, gzip: bare.bytes },
    ...pages.map((page) => {
      const scripts = scriptsOf(build, page)
      const gzip = gzipBytes(build, scripts)
      return { page, scripts: scripts.length, gzip, 'over bare': gzip - bare.bytes }
    }),
    { page: 'first touch of the form', scripts: identity.length, gzip: gzipBytes(build, identity) },
  ])
}

if (existsSync(`${build}/BUILD_ID`)) measureBytes()
else {
  console.error('There is no build to measure. Run: npm run build')
  process.exitCode = 1
}
