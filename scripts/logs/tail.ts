/** Follows a log file, also after a rotation. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../../lib/error-code'

const pollEveryMs = 250
const chunkBytes = 64 * 1024

/**
 * Yields what is appended to a file from now on, and never ends by itself. After a rotation or truncation it continues
 * at the start of the file that has the name.
 */
export async function* tailFile(name: string): AsyncGenerator<Buffer, void> {
  let file = await open(name)
  let next: FileHandle | null = null
  try {
    let position = (await file.stat()).size
    while (true) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
      position += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (next) {
        await file.close()
        file = next
        next = null
        position = 0
        // The old file's last line ends here, complete or not.
        yield Buffer.from('\n')
      } else if (await isTruncated(file, position)) position = 0
      else {
        // Reads the old file once more before the next one: its writer may have been late.
        next = await replacementOf(name, file)
        await delay(pollEveryMs)
      }
    }
  } finally {
    await file.close()
    await next?.close()
  }
}

async function isTruncated(file: FileHandle, position: number): Promise<boolean> {
  return (await file.stat()).size < position
}

/** The file that has the name now, if it's a different one. */
async function replacementOf(name: string, file: FileHandle): Promise<FileHandle | null> {
  try {
    if ((await stat(name)).ino === (await file.stat()).ino) return null
    return await open(name)
  } catch (error) {
    // Between renaming the old file and creating the new one.
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
