/** Reads logs from files or standard input, plain or gzipped. */
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { codeOf } from '../../lib/error-code'
import { startProblem } from '../start/terminal'

/** A log; `name` is for messages. */
export type Source = { name: string; open(): AsyncIterable<Buffer> }

/** The files with these names; throws if one can't be read. No names, or `-`, mean standard input. */
export async function requireSources(names: readonly string[]): Promise<Source[]> {
  const files = names.length > 0 ? names : ['-']
  return await Promise.all(files.map((name) => (name === '-' ? standardInput : requireFile(name))))
}

/** Reads a log to its end. Returns null, or why only a part could be read. */
export async function readSource(
  { name, open }: Source,
  onChunk: (chunk: Buffer) => void,
): Promise<string | null> {
  try {
    const chunks = open()[Symbol.asyncIterator]()
    const first = await chunks.next()
    const isCompressed = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
    const log = isCompressed ? createGunzip() : new PassThrough()
    // A listener, because an error would make another stream drop its buffer.
    log.on('data', onChunk)
    // `pipeline` alone resolves before the decompression's last error.
    await Promise.all([pipeline(rejoin(first, chunks), log), finished(log)])
    return null
  } catch (error) {
    return describeReadFault(name, error)
  }
}

export const standardInput: Source = { name: 'the standard input', open: () => process.stdin }

async function requireFile(name: string): Promise<Source> {
  try {
    await access(name, constants.R_OK)
    if ((await stat(name)).isDirectory()) throw startProblem(`${name} is a folder. Name the files in it.`)
    return { name, open: () => createReadStream(name) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') throw startProblem(`There is no file ${name}.`)
    if (code !== null) throw startProblem(`${name} cannot be read (${code}).`)
    throw error
  }
}

async function* rejoin(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

function describeReadFault(name: string, error: unknown): string {
  const code = codeOf(error)
  if (code === null) throw error
  const isDamaged = code.startsWith('Z_')
  return isDamaged
    ? `${name} is cut off or damaged: it could be uncompressed only in part (${code}).`
    : `${name} could be read only in part (${code}).`
}
