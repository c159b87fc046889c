import 'server-only'
/**
 * Serves the build's scripts, styles and prerendered pages as `npm run build` compressed them. Next compresses per
 * request and has no Brotli, which is a seventh smaller.
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
import { documentHeaders, policyHeader } from '@/lib/http/security-headers'
import { responsePolicy } from '@/lib/http/standalone'
import { prerenderedPolicies } from '@/lib/server/builds/page-policies'
import { oncePerProcess } from '@/lib/server/process'

type BuiltFile = {
  headers: ReadonlyMap<string, string>
  /** By encoding, the smallest first; null for none. */
  contents: { coding: string | null; bytes: Buffer }[]
}

/** By path, in memory: 1 MB. */
const files = oncePerProcess('built-files', () => new Map<string, BuiltFile>())

/**
 * Reads the files. Pages also if they aren't compressed, as after `next build` alone: then Next wouldn't send their policies. Next
 * serves other files that aren't.
 */
export async function readBuiltFiles(): Promise<void> {
  const closed = [policyHeader, responsePolicy()] as const
  for (const name of await namesIn(staticFolder)) {
    if (!name.endsWith(compressions[0].ending)) continue
    const part = `${staticFolder}/${name.slice(0, -compressions[0].ending.length).replaceAll(path.sep, '/')}`
    files.set(`/_next/${part}`, {
      headers: new Map([...headersOfPart(part), closed]),
      contents: await readCompressed(part),
    })
  }
  const policies = await prerenderedPolicies()
  for (const page of prerenderedPaths) {
    const file = prerenderedFile(page)
    const [html, contents] = [await readBuilt(file), await readCompressed(file)]
    if (!html) continue
    files.set(page, {
      headers: new Map([...headersOfPage(html), [policyHeader, policies.get(page) ?? '']]),
      contents: [...contents, { coding: null, bytes: html }],
    })
  }
}

/**
 * Serves a prebuilt file; returns whether it did. Not for a page's data, which Next's router requests by headers. Ignores
 * `Range`, as a server may (RFC 9110).
 */
export function serveBuiltFile(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const file = files.get(url.split('?', 1)[0] ?? '')
  if (!file || routerHeaders.some((name) => headers[name] !== undefined)) return false
  const accepted = acceptedCodings(headers['accept-encoding'])
  const content = file.contents.find(({ coding }) => coding === null || accepted.includes(coding))
  if (!content) return false
  response.removeHeader('server-timing')
  for (const [name, value] of file.headers) response.setHeader(name, value)
  const etag = file.headers.get('etag')
  if (etag && headers['if-none-match']?.includes(etag)) {
    response.writeHead(304).end()
    return true
  }
  if (content.coding) response.setHeader('content-encoding', content.coding)
  response.writeHead(200, { 'content-length': content.bytes.length }).end(content.bytes)
  return true
}

/** Next's router requests a page's data with these, so pages vary by them. */
const routerHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
]

/** The same as Next's: the name changes with the content. */
function headersOfPart(part: string): BuiltFile['headers'] {
  const type = part.endsWith('.css') ? 'text/css' : 'text/javascript'
  return new Map([
    ['content-type', `${type}; charset=utf-8`],
    ['cache-control', 'public, max-age=31536000, immutable'],
    ['vary', 'Accept-Encoding'],
  ])
}

/** The same as Next's: the host's cache may keep the page until the next build, browsers revalidate. */
function headersOfPage(html: Buffer): BuiltFile['headers'] {
  return new Map([
    ['content-type', 'text/html; charset=utf-8'],
    ...documentHeaders,
    ['cache-control', 's-maxage=31536000'],
    ['vary', [...routerHeaders, 'Accept-Encoding'].join(', ')],
    // Weak, as it covers all encodings.
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

async function readBuilt(file: string): Promise<Buffer | null> {
  return readFile(inBuild(file)).catch(nullIfAbsent)
}

/** Empty if another server has the static files. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(inBuild(folder), { recursive: true }).catch(nullIfAbsent)) ?? []
}

function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** The listed encodings, except those with a quality of 0. */
function acceptedCodings(header: string | string[] = ''): string[] {
  const offers = String(header).toLowerCase().split(',')
  const accepted = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return accepted.map((offer) => (offer.split(';', 1)[0] ?? '').trim())
}
