/** What is appended to a log from now on, also after it was rotated. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../../lib/error-code'

const pollEveryMs = 250
const chunkBytes = 64 * 1024

/**
 * Yields what a file gets from now on, and ends only when the caller does. If the name belongs to another file, as after a
 * rotation, or the file was emptied, it goes on from the start of what is there.
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
        // The old file is read once more before the next one is: its writer may have been late.
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

/** The file that has the name now, if it's another one. */
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
