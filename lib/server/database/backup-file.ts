import 'server-only'
/** The file of a backup: lines, compressed. It has its name only once it is whole. */
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backupRefused, codeOf } from './faults'

/** Lines are counted as people count them, from 1. */
export type Line = { number: number; text: string }

/** A backup is never written over another. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw backupRefused(`${file} is there already. Name another file.`)
}

/**
 * Writes the texts to a new file that only its owner can read. Until it is whole and on the disk it stands beside its
 * place under another name, and goes when anything fails.
 */
export async function writeBackupFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  const handle = await atFile(file, () => open(partial, 'wx', 0o600))
  const removeAtExit = () => rmSync(partial, { force: true })
  process.once('exit', removeAtExit)
  try {
    await pipeline(texts, createGzip(), (chunks: AsyncIterable<Buffer>) => append({ file, handle, chunks }))
    await atFile(file, () => giveName(partial, file))
  } finally {
    process.off('exit', removeAtExit)
    await handle.close()
    await rm(partial, { force: true })
  }
}

/** The lines of a backup, as they are read. One that is cut off or no backup at all is refused. */
export async function* readBackupFile(file: string): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let rest = ''
  try {
    for await (const chunk of uncompressed(file)) {
      // Not by `readline`: it breaks lines at U+2028, too, which stands in JSON as it is.
      const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = texts.pop() ?? ''
      for (const text of texts) yield { number: ++number, text }
    }
    rest += decoder.decode()
  } catch (error) {
    throw describeReadFault(error, file)
  }
  if (rest) yield { number: ++number, text: rest }
}

type Output = { file: string; handle: FileHandle; chunks: AsyncIterable<Buffer> }

async function append({ file, handle, chunks }: Output): Promise<void> {
  for await (const chunk of chunks) await atFile(file, () => handle.writeFile(chunk))
  await atFile(file, () => handle.sync())
}

/** Taking the name first fails if somebody else has it by now; a rename would write over it. */
async function giveName(partial: string, file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close()
  await rename(partial, file)
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}

/** Errors of the file become words here: further up, one with a code of the system is the database's. */
async function atFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    if (code === 'EEXIST') throw backupRefused(`${file} is there already. Name another file.`)
    throw backupRefused(`${file} cannot be written (${code}).`)
  }
}

function uncompressed(file: string): AsyncIterable<Buffer> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  gunzip.on('close', () => source.destroy())
  return source.pipe(gunzip)
}

function describeReadFault(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === null) return error
  if (code === 'Z_BUF_ERROR') return backupRefused(`${file} is cut off.`)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA' || code.startsWith('Z_'))
    return backupRefused(`${file} is damaged, or no backup of Foyer (${code}).`)
  return backupRefused(`${file} cannot be read (${code}).`)
}
