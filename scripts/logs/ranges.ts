/** The address ranges that a crawler's operator publishes. */
import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'
import { parseJson } from '../../lib/json'

const timeoutMs = 5_000
const maxBytes = 1024 * 1024

/** The ranges; null if there's no answer, or not in the format that all of these operators use. */
export async function fetchRanges(url: string): Promise<BlockList | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const text = response.ok ? await readLimited(response) : null
    const parsed = v.safeParse(rangesSchema, parseJson(text))
    return parsed.success ? listOf(parsed.output.prefixes) : null
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
    throw error
  }
}

const prefix = v.pipe(
  v.string(),
  v.transform((text) => {
    const [address = '', bits = ''] = text.split('/')
    return { address, bits: Number(bits), family: isIP(address) }
  }),
  v.check(({ family, bits }) => family !== 0 && bits > 0 && bits <= (family === 4 ? 32 : 128)),
)
const rangesSchema = v.object({
  prefixes: v.pipe(
    v.array(v.union([v.object({ ipv4Prefix: prefix }), v.object({ ipv6Prefix: prefix })])),
    v.minLength(1),
  ),
})

function listOf(prefixes: v.InferOutput<typeof rangesSchema>['prefixes']): BlockList {
  const list = new BlockList()
  for (const entry of prefixes) {
    const { address, bits, family } = 'ipv4Prefix' in entry ? entry.ipv4Prefix : entry.ipv6Prefix
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** The body; null if it's longer than `maxBytes`. */
async function readLimited({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
