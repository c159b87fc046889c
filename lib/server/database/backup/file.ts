import 'server-only'
/** The file of a backup: lines, compressed. It has its name only once it is whole. */
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '@/lib/error-code'
import { refusal } from '@/lib/server/database/faults'

/** Lines are counted as people count them, from 1. */
export type Line = { number: number; text: string }

/**
 * Writes the texts to a new file that only its owner can read, never over another. Until it is whole and on the disk it
 * stands beside its place under another name, and goes when anything fails.
 */
export async function writeBackupFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw isThere(file)
  const partial = `${file}.${crypto.randomUUID()}.partial`
  const removePartial = () => rmSync(partial, { force: true })
  const output = await atFile(file, () => open(partial, 'wx', 0o600))
  process.once('exit', removePartial)
  try {
    await pipeline(texts, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await atFile(file, () => output.writeFile(chunk))
    })
    await atFile(file, async () => {
      await output.sync()
      // Taking the name first fails if somebody else has it by now; a rename would write over it.
      await (await open(file, 'wx', 0o600)).close()
      await rename(partial, file)
    })
  } finally {
    await output.close()
    removePartial()
    process.off('exit', removePartial)
  }
}

/** The lines of a backup, as they are read. One that is cut off or no backup at all is refused. */
export async function* readBackupFile(file: string): AsyncGenerator<Line, void> {
  let number = 0
  let rest = ''
  try {
    const input = connect(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8')
    for await (const chunk of input) {
      // Not by `readline`: it breaks lines at U+2028, too, which stands in JSON as it is.
      const texts = `${rest}${chunk}`.split('\n')
      rest = texts.pop() ?? ''
      for (const text of texts) yield { number: ++number, text }
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    if (code === 'Z_BUF_ERROR') throw refusal(`${file} is cut off.`)
    if (code.startsWith('Z_')) throw refusal(`${file} is damaged, or no backup of Foyer (${code}).`)
    throw refusal(`${file} cannot be read (${code}).`)
  }
  if (rest) yield { number: ++number, text: rest }
}

/** Errors of the file become words here: further up, one with a code of the system is the database's. */
async function atFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    if (code === 'EEXIST') throw isThere(file)
    throw refusal(`${file} cannot be written (${code}).`)
  }
}

function isThere(file: string): Error {
  return refusal(`${file} is there already. Name another file.`)
}
