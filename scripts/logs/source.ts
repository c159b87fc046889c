/** Where logs come from: files or the standard input, as they are or compressed with gzip. */
import { createReadStream, fstatSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGunzip, type Gunzip } from 'node:zlib'
import { startProblem } from '../start/terminal'

export type Source = {
  /** As it is shown to people. */
  name: string
  /** Null if nobody knows before the end. */
  bytes: number | null
  open(): Readable
}

export type SourceTakers = {
  /** Gets the log's bytes, uncompressed. */
  takeLog(chunk: Buffer): void
  /** Is told how many bytes of the source have been read, compressed or not. */
  takeBytes(count: number): void
}

/** The files of these names, all of which can be read; without names, or for `-`, the standard input. */
export async function requireSources(names: readonly string[]): Promise<Source[]> {
  if (names.length === 0) return [standardInput()]
  return await Promise.all(names.map((name) => (name === '-' ? standardInput() : requireFile(name))))
}

/** Reads a source to its end. What keeps it from getting there is returned in words; what was read is handed on. */
export async function readSource(
  source: Source,
  { takeLog, takeBytes }: SourceTakers,
): Promise<string | null> {
  const taker = new Writable({
    write(chunk: Buffer, _, done) {
      takeLog(chunk)
      done()
    },
  })
  try {
    const { isCompressed, chunks } = await lookAtStart(counted(source.open(), takeBytes))
    if (isCompressed) await readCompressed(chunks, taker)
    else await pipeline(chunks, taker)
    return null
  } catch (error) {
    return describeReadFault(source, error)
  }
}

function standardInput(): Source {
  const facts = fstatSync(process.stdin.fd)
  return { name: 'the standard input', bytes: facts.isFile() ? facts.size : null, open: () => process.stdin }
}

async function requireFile(name: string): Promise<Source> {
  try {
    await access(name, constants.R_OK)
    const facts = await stat(name)
    if (facts.isDirectory()) throw startProblem(`${name} is a folder. Name the files in it.`)
    const bytes = facts.isFile() ? facts.size : null
    return { name, bytes, open: () => createReadStream(name, { highWaterMark: chunkBytes }) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') throw startProblem(`There is no file ${name}.`)
    if (code !== null) throw startProblem(`${name} cannot be read (${code}).`)
    throw error
  }
}

const chunkBytes = 64 * 1024

async function* counted(stream: Readable, takeBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    takeBytes(bytes.length)
    yield bytes
  }
}

/** A compressed log is known by its first two bytes, not by its name. */
async function lookAtStart(chunks: AsyncGenerator<Buffer>) {
  let start = Buffer.alloc(0)
  while (start.length < 2) {
    const next = await chunks.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  return { isCompressed: start[0] === 0x1f && start[1] === 0x8b, chunks: resumed(start, chunks) }
}

async function* resumed(start: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* chunks
}

async function readCompressed(chunks: AsyncGenerator<Buffer>, taker: Writable): Promise<void> {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  await pipeline(Readable.from(unhurried(chunks, gunzip), { objectMode: false }), gunzip, taker)
}

/**
 * Ends only when all that can be uncompressed was handed on: the fault of a file that is cut off would drop it.
 * A fault before the end closes the stream, and from Node 22 on `flush` is not answered then.
 */
async function* unhurried(chunks: AsyncGenerator<Buffer>, gunzip: Gunzip): AsyncGenerator<Buffer> {
  yield* chunks
  await new Promise<void>((resolve) => {
    gunzip.once('close', resolve)
    gunzip.flush(() => resolve())
  })
  await setImmediate()
}

function describeReadFault({ name }: Source, error: unknown): string {
  const code = codeOf(error)
  if (code === null) throw error
  if (code === 'Z_BUF_ERROR') return `${name} is cut off: its compressed data has no end.`
  if (code.startsWith('Z_')) return `${name} is damaged: it could be uncompressed only in part (${code}).`
  return `${name} could be read only in part (${code}).`
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
