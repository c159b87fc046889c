import 'server-only'
/** The styles that Next writes into pages (`inlineCss`), for their policies. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { hashSource } from '@/lib/http/security-headers'
import { parseJson } from '@/lib/json'
import { pages } from '@/lib/site/pages'

/**
 * The hashes of all inline styles of this build: a page's own, which React merges into one, and each sheet by itself, as a
 * later navigation adds it.
 */
export async function readStyleSources(): Promise<string[]> {
  const names = [
    '/_not-found',
    '/_global-error',
    ...pages.map(({ pattern }) => pattern.replaceAll('{', '[').replaceAll('}', ']')),
  ]
  const entries = (await Promise.all(names.map(readEntries))).flat()
  const styles = new Set(entries.flatMap((sheets) => [sheets.join(''), ...sheets]))
  return Promise.all([...styles].map(hashSource))
}

/** The sheets of a page, in the order in which it has them, and those of its layout and its error pages. */
async function readEntries(name: string): Promise<string[][]> {
  const file = path.join('.next/server/app', name, 'page_client-reference-manifest.js')
  const text = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8')
  const read = v.safeParse(manifest, parseJson(text.slice(text.indexOf('] = {') + 4).replace(/;\s*$/, '')))
  if (!read.success) throw new Error(`${file} doesn't say which styles the page has. Run: npm run build`)
  return Object.values(read.output.entryCSSFiles).map((sheets) => sheets.map(({ content }) => content))
}

/** Next's own, without a public form: what is missing would be blocked by the policies, and `tests/http/csp` notice it. */
const manifest = v.object({
  entryCSSFiles: v.record(v.string(), v.array(v.object({ inlined: v.literal(true), content: v.string() }))),
})
