/** `npm run measure:bytes`: what the pages of the built site load, beside a bare Next app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from '../lib/server/config'
import { routes } from '../lib/site/routes'
import { buildBareApp } from './measure/bare-app'
import {
  firebaseTracesIn,
  gzipBytes,
  homeBudgetBytes,
  identityBudgetBytes,
  identityScripts,
  scriptsOf,
} from './measure/page-scripts'
import { tableRow } from './measure/table'

/** Pages that work without the Firebase SDK must not load it. */
const pagesWithoutFirebase = [routes.home, routes.terms, routes.privacy, routes.contact]

function measureBytes(projectFolder: string): string[] {
  const site = join(projectFolder, '.next')
  if (!existsSync(join(site, 'BUILD_ID'))) return ['There is no build to measure: run npm run build first.']
  const bareApp = buildBareApp({ projectFolder, environment: childEnvironment({}) })
  const bareBytes = gzipBytes(bareApp, scriptsOf(bareApp, routes.home))
  const bytesOf = (path: string) => gzipBytes(site, scriptsOf(site, path))

  console.log(tableRow(['page', 'scripts', 'gzip', 'over bare']))
  console.log(tableRow(['bare Next app', scriptsOf(bareApp, routes.home).length, bareBytes, '']))
  for (const path of [...pagesWithoutFirebase, routes.login]) {
    const bytes = bytesOf(path)
    console.log(tableRow([path, scriptsOf(site, path).length, bytes, signed(bytes - bareBytes)]))
  }
  const identity = identityScripts(site)
  const identityBytes = gzipBytes(site, identity)
  console.log(tableRow(['first touch of the form', identity.length, identityBytes, '']))

  const isOverBudget = bytesOf(routes.home) - bareBytes > homeBudgetBytes
  const budget = `${routes.home} may load ${homeBudgetBytes} bytes more than a bare app`
  const traces = pagesWithoutFirebase.flatMap((path) => firebaseTracesIn(site, scriptsOf(site, path)))
  const identityBudget = `signing in may load ${identityBudgetBytes} bytes`
  return [
    ...(isOverBudget ? [budget] : []),
    ...(identityBytes > identityBudgetBytes ? [identityBudget] : []),
    ...new Set(traces),
  ]
}

function signed(bytes: number): string {
  return bytes > 0 ? `+${bytes}` : String(bytes)
}

const problems = measureBytes(process.cwd())
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
