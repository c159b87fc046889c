import 'server-only'
/** The styles that Next writes into pages (`inlineCss`), for their policies. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { hashSource } from '@/lib/http/security-headers'
import { parseJson } from '@/lib/json'

/**
 * The hashes of all inline styles of this build: a page's own, which React merges into one, and each sheet by itself, as a
 * later navigation adds it.
 */
export async function readStyleSources(): Promise<string[]> {
  const modules = v.parse(routeModules, parseJson(await readBuilt('app-paths-manifest.json')))
  const pages = Object.values(modules).filter((file) => file.endsWith('/page.js'))
  const entries = (await Promise.all(pages.map(readEntries))).flat()
  const styles = new Set(entries.flatMap((sheets) => [sheets.join(''), ...sheets]))
  return Promise.all([...styles].map(hashSource))
}

/** The sheets of a page, in the order in which it has them, and those of its layout and its error pages. */
async function readEntries(page: string): Promise<string[][]> {
  const text = await readBuilt(page.replace(/\.js$/, '_client-reference-manifest.js'))
  const json = text.slice(text.indexOf('] = {') + 4).replace(/;\s*$/, '')
  const { entryCSSFiles } = v.parse(manifest, parseJson(json))
  return Object.values(entryCSSFiles).map((sheets) => sheets.map(({ content }) => content))
}

function readBuilt(file: string): Promise<string> {
  return readFile(path.join(/* turbopackIgnore: true */ process.cwd(), '.next/server', file), 'utf8')
}

/** Next's own forms, which it doesn't document. A style they didn't name would be blocked, which `http/csp` notices. */
const routeModules = v.record(v.string(), v.string())
const manifest = v.object({
  entryCSSFiles: v.record(v.string(), v.array(v.object({ inlined: v.literal(true), content: v.string() }))),
})
