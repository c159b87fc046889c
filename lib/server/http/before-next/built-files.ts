import 'server-only'
/**
 * The build's scripts and styles, as `npm run build` has compressed them. Next would compress each of them for every
 * visitor again, which takes longer than the page itself, and knows no Brotli, which is a seventh smaller.
 */
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { compressions } from '@/lib/builds/compressions'
import { codeOf } from '@/lib/error-code'

type Compressed = { coding: string; bytes: Buffer }

/** By the path of the request, each in every coding, the smallest first. In memory: 1 MB, and no file to fail or to wait for. */
const files = new Map<string, Compressed[]>()

/** Reads them, once. What isn't there compressed, Next answers. */
export async function readBuiltFiles(): Promise<void> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), '.next/static')
  const names = await namesIn(folder)
  for (const { coding, ending } of compressions)
    for (const name of names.filter((each) => each.endsWith(ending))) {
      const asked = `/_next/static/${name.slice(0, -ending.length).replaceAll(path.sep, '/')}`
      const bytes = await readFile(path.join(folder, name))
      files.set(asked, [...(files.get(asked) ?? []), { coding, bytes }])
    }
}

/** Where another server has the static files, there are none here. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Answers with such a file if the browser takes it, and says whether it has. It ignores `Range`, as a server may (RFC 9110). */
export function answerBuiltFile(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request
  const asked = url.split('?', 1)[0] ?? ''
  const known = method === 'GET' || method === 'HEAD' ? files.get(asked) : undefined
  const codings = known && acceptedCodings(headers['accept-encoding'])
  const file = known?.find(({ coding }) => codings?.includes(coding))
  if (!file) return false
  response.writeHead(200, {
    'content-type': asked.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    'content-encoding': file.coding,
    'content-length': file.bytes.length,
    // As Next has it: the name changes with the content.
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  response.end(file.bytes)
  return true
}

/** Those that are named, without those that are refused by a quality of 0. */
function acceptedCodings(header: string | string[] = ''): string[] {
  const offers = String(header).toLowerCase().split(',')
  const accepted = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return accepted.map((offer) => (offer.split(';', 1)[0] ?? '').trim())
}
