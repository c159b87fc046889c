/** The scripts that a page loads with its HTML, and their size. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'

/** What the home page of a bare app loads with this version of Next: `npm run measure -- bytes` builds one. */
export const bareApp = { next: '16.4.6', bytes: 138_212 }

/** The budget of the home page's scripts, above those of a bare Next app. */
export const homeBudgetBytes = 5 * 1024

/** The same for the sign-in page until it is touched; 1 KB is for the passkey button, 0.2 KB for proofs of an address. */
export const loginBudgetBytes = 14 * 1024

/**
 * The budget of the code for signing in, loaded when the form is first touched: 5.5 KB are the SDK's for popups and second
 * factors, 1 KB is for new passwords, 0.2 KB for whether a sign-in created its account.
 */
export const identityBudgetBytes = 42.75 * 1024

/** Words of the Firebase SDK that survive minification. */
export const firebaseTraces = ['identitytoolkit', 'firebase']

/** A page's scripts as paths in the build's folder: from its HTML, else from manifests. */
export function scriptsOf(buildFolder: string, path: string): string[] {
  const html = join(buildFolder, 'server', 'app', path === '/' ? 'index.html' : `${path.slice(1)}.html`)
  return existsSync(html) ? scriptsInHtml(readFileSync(html, 'utf8')) : scriptsInManifests(buildFolder, path)
}

/** `<script src>` and preloads, without polyfills for old browsers. */
export function scriptsInHtml(html: string): string[] {
  const scripts = (html.match(/<script\b[^>]*>/g) ?? []).filter((tag) => !/\bnomodule\b/i.test(tag))
  const preloads = (html.match(/<link\b[^>]*>/g) ?? []).filter(
    (tag) => /rel="modulepreload"/.test(tag) || (/rel="preload"/.test(tag) && /as="script"/.test(tag)),
  )
  const addresses = [...scripts, ...preloads].flatMap(
    (tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [],
  )
  return [...new Set(addresses.map((address) => address.replace(/^\/_next\//, '').replace(/\?.*/, '')))]
}

/** The same from the manifests that the server renders with. */
export function scriptsInManifests(buildFolder: string, path: string): string[] {
  const folder = join(buildFolder, 'server', 'app', ...path.split('/'))
  const { rootMainFiles } = v.parse(
    buildManifest,
    JSON.parse(readFileSync(join(folder, 'page', manifestName), 'utf8')),
  )
  const context = {}
  runInNewContext(readFileSync(join(folder, 'page_client-reference-manifest.js'), 'utf8'), context)
  const { __RSC_MANIFEST: references } = v.parse(clientReferences, context)
  const entries = Object.values(references).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat())
  return [...new Set([...rootMainFiles, ...entries])]
}

const manifestName = 'build-manifest.json'
const fileNames = v.array(v.string())
const buildManifest = v.object({ rootMainFiles: fileNames })
const clientReferences = v.object({
  __RSC_MANIFEST: v.record(v.string(), v.object({ entryJSFiles: v.record(v.string(), fileNames) })),
})

/** The scripts' gzipped bytes. */
export function gzipBytes(buildFolder: string, scripts: readonly string[]): number {
  const sizes = scripts.map(
    (script) => gzipSync(readFileSync(join(buildFolder, script)), { level: 9 }).length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The build's scripts with the Firebase SDK, as paths in its folder. */
export function identityScripts(buildFolder: string): string[] {
  const folder = join('static', 'chunks')
  const scripts = readdirSync(join(buildFolder, folder)).filter((name) => name.endsWith('.js'))
  const paths = scripts.map((name) => join(folder, name))
  return paths.filter((path) => readFileSync(join(buildFolder, path), 'utf8').includes('securetoken'))
}

/** Traces of the Firebase SDK in these scripts. */
export function firebaseTracesIn(buildFolder: string, scripts: readonly string[]): string[] {
  const texts = scripts.map((script) => ({ script, text: readFileSync(join(buildFolder, script), 'utf8') }))
  return texts.flatMap(({ script, text }) =>
    firebaseTraces.filter((trace) => text.includes(trace)).map((trace) => `${script} contains '${trace}'`),
  )
}
