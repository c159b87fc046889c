/**
 * Where things lie in a build's folder, and the form of the manifests there. Next documents neither: whatever reads a build
 * asks here, and tests of what is built notice a change.
 */
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { pages } from '@/lib/site/pages'

/** Next's folder, in that of the project. */
export const buildFolder = '.next'

/** A file of the build this process runs. */
export function inBuild(file: string): string {
  return `${process.cwd()}/${buildFolder}/${file}`
}

/** All paths below are in that folder. This one's content is the build's ID, and its time the build's. */
export const buildIdFile = 'BUILD_ID'

/** Our own: which sources the build was made from. */
export const builtTreeFile = 'built-tree'

/** What browsers load as `/_next/static`. */
export const staticFolder = 'static'

/** The paths of the prerendered pages. */
export const prerenderedPaths = pages
  .filter(({ rendering }) => rendering === 'static')
  .map(({ pattern }) => pattern)

/** Next's names for the error pages, which lie beside the prerendered ones. */
export const errorPages = { notFound: '/_not-found', failure: '/_global-error' } as const

/** The HTML of a prerendered page, or with `rsc` what Next's router asks for instead. */
export function prerenderedFile(path: string, ending: 'html' | 'rsc' = 'html'): string {
  return `server/app/${path === '/' ? 'index' : path.slice(1)}.${ending}`
}

/** HTTP's name for each coding, the smallest first, and the ending of such a file. */
export const compressions = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** Names the module of each page and handler. */
export const modulesManifest = 'server/app-paths-manifest.json'

/** The manifest of each page in that one. */
export function pageManifestsIn(text: string): string[] {
  const modules = Object.values(v.parse(v.record(v.string(), v.string()), parseJson(text)))
  return modules
    .filter((file) => file.endsWith('/page.js'))
    .map((file) => `server/${file.replace(/\.js$/, '_client-reference-manifest.js')}`)
}

/** The sheets that Next writes into a page (`inlineCss`), in its order, and into its layout and its error pages. */
export function sheetsIn(pageManifest: string): string[][] {
  const json = pageManifest.slice(pageManifest.indexOf('] = {') + 4).replace(/;\s*$/, '')
  const { entryCSSFiles } = v.parse(sheetsOfPage, parseJson(json))
  return Object.values(entryCSSFiles).map((sheets) => sheets.map(({ content }) => content))
}

const sheetsOfPage = v.object({
  entryCSSFiles: v.record(v.string(), v.array(v.object({ inlined: v.literal(true), content: v.string() }))),
})
