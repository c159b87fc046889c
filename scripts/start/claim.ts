/** A folder that one start command has to itself. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startProblem } from './terminal'

/** Takes the folder until `close`. Two holders would overwrite each other, so the second one does not start. */
export async function claimFolder(folder: string): Promise<{ close(): Promise<void> }> {
  const file = path.join(folder, 'holder')
  try {
    await mkdir(folder, { recursive: true })
    await takeOver(file)
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw startProblem(`${folder} cannot be written (${error.code}). Set another DATA_DIR.`)
  }
  return { close: () => rm(file, { force: true }) }
}

async function takeOver(file: string): Promise<void> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error
    await requireDead(Number(await readFile(file, 'utf8')), file)
    await writeFile(file, String(process.pid))
  }
}

/** A holder that was killed leaves its number behind. In a container the next one often has the same. */
async function requireDead(holder: number, file: string): Promise<void> {
  if (holder === process.pid || !isRunning(holder)) return
  const folder = path.dirname(file)
  throw startProblem(
    `${folder} is in use by process ${holder}. Stop that, or set another DATA_DIR. If that process is no Foyer, delete ${file}.`,
  )
}

function isRunning(processId: number): boolean {
  try {
    return processId > 0 && process.kill(processId, 0)
  } catch (error) {
    if (isSystemError(error)) return error.code === 'EPERM'
    throw error
  }
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error
}
