import 'server-only'
/** A backup file: compressed lines. It gets its name only once it's complete. */
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '@/lib/error-code'
import { adminProblem } from '@/lib/server/database/errors'

/** Line numbers start at 1. */
export type Line = { number: number; text: string }

/**
 * Writes a new file that only its owner can read; never overwrites one. Until it's complete and on disk, it
 * has a temporary name in the same folder. Removed on failure.
 */
export async function writeBackupFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw fileExists(file)
  const partial = `${file}.${crypto.randomUUID()}.partial`
  const removePartial = () => rmSync(partial, { force: true })
  const output = await withFileErrors(file, () => open(partial, 'wx', 0o600))
  process.once('exit', removePartial)
  try {
    await pipeline(texts, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await withFileErrors(file, () => output.writeFile(chunk))
    })
    await withFileErrors(file, async () => {
      await output.sync()
      // Unlike a rename, creating the file fails if the name is taken by now.
      await (await open(file, 'wx', 0o600)).close()
      await rename(partial, file)
    })
  } finally {
    await output.close()
    removePartial()
    process.off('exit', removePartial)
  }
}

/** Streams the lines of a backup. Throws an admin problem if the file is truncated or no backup. */
export async function* readBackupFile(file: string): AsyncGenerator<Line, void> {
  let number = 0
  let rest = ''
  try {
    const input = connect(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8')
    for await (const chunk of input) {
      // Not `readline`: it also splits at U+2028, which JSON doesn't escape.
      const texts = `${rest}${chunk}`.split('\n')
      rest = texts.pop() ?? ''
      for (const text of texts) yield { number: ++number, text }
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    if (code === 'Z_BUF_ERROR') throw adminProblem(`${file} is cut off.`)
    if (code.startsWith('Z_')) throw adminProblem(`${file} is damaged, or no backup of this site (${code}).`)
    throw adminProblem(`${file} cannot be read (${code}).`)
  }
  if (rest) yield { number: ++number, text: rest }
}

/** Turns file errors into admin problems: callers would take a system error code for the database's. */
async function withFileErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    if (code === 'EEXIST') throw fileExists(file)
    throw adminProblem(`${file} cannot be written (${code}).`)
  }
}

function fileExists(file: string): Error {
  return adminProblem(`${file} is there already. Name another file.`)
}
