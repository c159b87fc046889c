import 'server-only'
/**
 * The build's scripts, styles and prerendered pages, as `npm run build` has compressed them. Next would make each ready for
 * every visitor again, and knows no Brotli, which is a seventh smaller.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import {
  compressions,
  inBuild,
  prerenderedFile,
  prerenderedPaths,
  staticFolder,
} from '@/lib/builds/built-files'
import { codeOf } from '@/lib/error-code'
import { oncePerProcess } from '@/lib/server/process'

type BuiltFile = {
  headers: ReadonlyMap<string, string>
  /** By coding, the smallest first; null is none. */
  contents: { coding: string | null; bytes: Buffer }[]
}

/** By path. In memory: 1 MB, and no file to fail or to wait for. */
const files = oncePerProcess('built-files', () => new Map<string, BuiltFile>())

/** Reads them, once. What isn't there compressed, Next answers. */
export async function readBuiltFiles(): Promise<void> {
  for (const name of await namesIn(staticFolder)) {
    if (!name.endsWith(compressions[0].ending)) continue
    const part = `${staticFolder}/${name.slice(0, -compressions[0].ending.length).replaceAll(path.sep, '/')}`
    files.set(`/_next/${part}`, { headers: headersOfPart(part), contents: await readCompressed(part) })
  }
  for (const page of prerenderedPaths) {
    const file = prerenderedFile(page)
    const [html, contents] = [await readBuilt(file), await readCompressed(file)]
    if (!html || contents.length === 0) continue
    files.set(page, { headers: headersOfPage(html), contents: [...contents, { coding: null, bytes: html }] })
  }
}

/**
 * Answers with such a file, and says whether it has. Not with the data of a page instead of its HTML, which Next's router asks
 * for by headers. `Range` is ignored, as a server may (RFC 9110).
 */
export function serveBuiltFile(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers: asked } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const file = files.get(url.split('?', 1)[0] ?? '')
  if (!file || routerHeaders.some((name) => asked[name] !== undefined)) return false
  const accepted = acceptedCodings(asked['accept-encoding'])
  const content = file.contents.find(({ coding }) => coding === null || accepted.includes(coding))
  if (!content) return false
  // Set before the head is written, when the policy of a page is added by them.
  for (const [name, value] of file.headers) response.setHeader(name, value)
  const etag = file.headers.get('etag')
  if (etag && asked['if-none-match']?.includes(etag)) {
    response.writeHead(304).end()
    return true
  }
  if (content.coding) response.setHeader('content-encoding', content.coding)
  response.writeHead(200, { 'content-length': content.bytes.length }).end(content.bytes)
  return true
}

/** By them Next's router asks for a page's data, and every response of a page says so. */
const routerHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
]

/** As Next has them: the name changes with the content. */
function headersOfPart(part: string): BuiltFile['headers'] {
  const type = part.endsWith('.css') ? 'text/css' : 'text/javascript'
  return new Map([
    ['content-type', `${type}; charset=utf-8`],
    ['cache-control', 'public, max-age=31536000, immutable'],
    ['vary', 'Accept-Encoding'],
  ])
}

/** As Next has them: caches of the host's own may keep the page until the next build, browsers ask each time. */
function headersOfPage(html: Buffer): BuiltFile['headers'] {
  return new Map([
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 's-maxage=31536000'],
    ['vary', [...routerHeaders, 'Accept-Encoding'].join(', ')],
    // Weak, as the page is the same in every coding.
    ['etag', `W/"${createHash('sha256').update(html).digest('base64url')}"`],
  ])
}

async function readCompressed(file: string): Promise<BuiltFile['contents']> {
  const contents = compressions.map(async ({ coding, ending }) => {
    const bytes = await readBuilt(file + ending)
    return bytes ? [{ coding, bytes }] : []
  })
  return (await Promise.all(contents)).flat()
}

/** Null if it isn't there. */
async function readBuilt(file: string): Promise<Buffer | null> {
  return readFile(inBuild(file)).catch(nullIfAbsent)
}

/** None where another server has the static files. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(inBuild(folder), { recursive: true }).catch(nullIfAbsent)) ?? []
}

function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** Those that are named, without those that are refused by a quality of 0. */
function acceptedCodings(header: string | string[] = ''): string[] {
  const offers = String(header).toLowerCase().split(',')
  const accepted = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return accepted.map((offer) => (offer.split(';', 1)[0] ?? '').trim())
}
