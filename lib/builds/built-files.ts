/** The files of a build and the format of its manifests. Next documents neither; tests of the build detect a change. */
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { pages } from '@/lib/site/pages'
import { decodedPath } from '@/lib/site/paths'

export const buildFolder = '.next'

/** The path of a file of the running build. */
export function inBuild(file: string): string {
  return `${process.cwd()}/${buildFolder}/${file}`
}

/** Contains the build's ID; its modification time is the build's. All paths below are in the build's folder. */
export const buildIdFile = 'BUILD_ID'

/** Ours: a hash of the sources of the build. */
export const builtTreeFile = 'built-tree'

/** Ours: the files of the build and their sizes. */
export const builtSizesFile = 'built-sizes.json'

/** Served as `/_next/static`. */
export const staticFolder = 'static'

/** Ours, not served: source maps of the scripts in `staticFolder`. */
export const mapsFolder = 'maps'

/** The paths of the prerendered pages. */
export const prerenderedPaths = pages
  .filter(({ rendering }) => rendering === 'static')
  .map(({ pattern }) => pattern)

/** Next's names for the error pages, which are prerendered, too. */
export const errorPages = { notFound: '/_not-found', failure: '/_global-error' } as const

/** Whether Next would serve one of its internal pages at this path: `/_global-error` responds with 500. */
export function isNextInternalPage(pathname: string): boolean {
  return /^\/(_global-error|_not-found|_error|404|500)(\.\w+)?\/?$/.test(decodedPath(pathname) ?? '')
}

/** The HTML of a prerendered page, its payload for Next's router (`rsc`), or its headers (`meta`). */
export function prerenderedFile(path: string, ending: 'html' | 'rsc' | 'meta' = 'html'): string {
  return `server/app/${path === '/' ? 'index' : path.slice(1)}.${ending}`
}

/** The content codings, smallest output first, with the ending of such a file. */
export const compressions = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** The prerendered pages and their headers, for hosts that serve them without Next. */
export const prerenderManifest = 'prerender-manifest.json'

/** The files that the middleware needs, for hosts that run it alone. */
export const middlewareTrace = 'server/middleware.js.nft.json'

/** Next's copies of prerendered pages, made as they are served. */
export const routeCache = 'server/route-cache'

/** Maps each page and handler to its module. */
export const modulesManifest = 'server/app-paths-manifest.json'

/** The manifest file of each page, read from that manifest. */
export function pageManifestsIn(text: string): string[] {
  const modules = Object.values(v.parse(v.record(v.string(), v.string()), parseJson(text)))
  return modules
    .filter((file) => file.endsWith('/page.js'))
    .map((file) => `server/${file.replace(/\.js$/, '_client-reference-manifest.js')}`)
}

/** The style sheets that Next inlines (`inlineCss`) into a page, its layout and its error pages, in order. */
export function sheetsIn(pageManifest: string): string[][] {
  const json = pageManifest.slice(pageManifest.indexOf('] = {') + 4).replace(/;\s*$/, '')
  const { entryCSSFiles } = v.parse(sheetsOfPage, parseJson(json))
  return Object.values(entryCSSFiles).map((sheets) => sheets.map(({ content }) => content))
}

const sheetsOfPage = v.object({
  entryCSSFiles: v.record(v.string(), v.array(v.object({ inlined: v.literal(true), content: v.string() }))),
})
