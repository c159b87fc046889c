/** Which scripts a page of a build loads with its HTML, and how much of the wire they take. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'

/** What the scripts of the home page may weigh over those of a bare Next app. */
export const homeBudgetBytes = 5 * 1024

/** The same of the sign-in page until it is touched; 1 KB of it for the passkey button. */
export const loginBudgetBytes = 13 * 1024

/**
 * What the code for signing in may weigh, which comes with the first touch of the form: of it 5.5 KB are the SDK's for
 * popups and second factors, which it keeps in its one chunk, and 1 KB what a new password needs.
 */
export const identityBudgetBytes = 42.5 * 1024

/** Words that stand in the Firebase SDK wherever it is bundled, also when it is minified. */
export const firebaseTraces = ['identitytoolkit', 'firebase']

/** The scripts of a page, as paths below the build's folder: from its HTML, or from manifests if it has none. */
export function scriptsOf(buildFolder: string, path: string): string[] {
  const html = join(buildFolder, 'server', 'app', path === '/' ? 'index.html' : `${path.slice(1)}.html`)
  return existsSync(html) ? scriptsInHtml(readFileSync(html, 'utf8')) : scriptsInManifests(buildFolder, path)
}

/** What a browser loads by itself: `<script src>` and preloads. The polyfills for old browsers are left out. */
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

/** The same from what the server itself reads when it renders a page. */
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

/** The bytes of these scripts when each is sent gzipped. */
export function gzipBytes(buildFolder: string, scripts: readonly string[]): number {
  const sizes = scripts.map(
    (script) => gzipSync(readFileSync(join(buildFolder, script)), { level: 9 }).length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The scripts of the build that hold the Firebase SDK, as paths below its folder. */
export function identityScripts(buildFolder: string): string[] {
  const folder = join('static', 'chunks')
  const scripts = readdirSync(join(buildFolder, folder)).filter((name) => name.endsWith('.js'))
  const paths = scripts.map((name) => join(folder, name))
  return paths.filter((path) => readFileSync(join(buildFolder, path), 'utf8').includes('identitytoolkit'))
}

/** What in these scripts tells that the Firebase SDK is in them. */
export function firebaseTracesIn(buildFolder: string, scripts: readonly string[]): string[] {
  const texts = scripts.map((script) => ({ script, text: readFileSync(join(buildFolder, script), 'utf8') }))
  return texts.flatMap(({ script, text }) =>
    firebaseTraces.filter((trace) => text.includes(trace)).map((trace) => `${script} contains '${trace}'`),
  )
}
