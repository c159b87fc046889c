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
  /** By coding, the smallest first; the last has none. */
  contents: { coding: string | null; bytes: Buffer }[]
}

/** By path, in memory: 3 MB. */
const files = oncePerProcess('built-files', () => new Map<string, BuiltFile>())

/** Reads the files, with as many codings as `npm run build` has left: after `next build` alone there is none. */
export async function readBuiltFiles(): Promise<void> {
  const closed = [policyHeader, responsePolicy()] as const
  // None if another server has the static files.
  for (const name of (await unlessAbsent(readdir(inBuild(staticFolder), { recursive: true }))) ?? []) {
    if (!/\.(js|css)$/.test(name)) continue
    const part = `${staticFolder}/${name.replaceAll(path.sep, '/')}`
    files.set(`/_next/${part}`, await readBuiltFile(part, () => [...headersOfPart(part), closed]))
  }
  const policies = await prerenderedPolicies()
  for (const page of prerenderedPaths) {
    const policy = [policyHeader, policies.get(page) ?? ''] as const
    files.set(page, await readBuiltFile(prerenderedFile(page), (html) => [...headersOfPage(html), policy]))
  }
}

type Headers = (readonly [name: string, value: string])[]

async function readBuiltFile(file: string, headersOf: (bytes: Buffer) => Headers): Promise<BuiltFile> {
  const bytes = await readFile(inBuild(file))
  const contents: BuiltFile['contents'] = []
  for (const { coding, ending } of compressions) {
    const compressed = await unlessAbsent(readFile(inBuild(file + ending)))
    if (compressed) contents.push({ coding, bytes: compressed })
  }
  return { headers: new Map(headersOf(bytes)), contents: [...contents, { coding: null, bytes }] }
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
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
  const accepted = headers['accept-encoding']
  const content = file.contents.find(({ coding }) => coding === null || accepts(accepted, coding))
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
function headersOfPart(part: string): Headers {
  const type = part.endsWith('.css') ? 'text/css' : 'text/javascript'
  return [
    ['content-type', `${type}; charset=utf-8`],
    ['cache-control', 'public, max-age=31536000, immutable'],
    ['vary', 'Accept-Encoding'],
  ]
}

/** The same as Next's: the host's cache may keep the page until the next build, browsers revalidate. */
function headersOfPage(html: Buffer): Headers {
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ...documentHeaders,
    ['cache-control', 's-maxage=31536000'],
    ['vary', [...routerHeaders, 'Accept-Encoding'].join(', ')],
    // Weak, as it covers all codings.
    ['etag', `W/"${createHash('sha256').update(html).digest('base64url')}"`],
  ]
}

/** Whether the coding is listed, and not with a quality of 0. */
function accepts(header: string | string[] = '', name: string): boolean {
  const offers = String(header).toLowerCase().split(',')
  const offer = offers.find((each) => each.split(';', 1)[0]?.trim() === name)
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer)
}
