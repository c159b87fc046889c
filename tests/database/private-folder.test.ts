import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '@/lib/server/database/lock'
import { setUpFolder } from './setup'

const at = setUpFolder()
const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o7777).toString(8)

/** As a start does, with the umask that makes new folders public. */
async function lock(folder: string) {
  const mask = process.umask(0)
  try {
    const { lock: held, ...result } = { lock: null, ...(await lockFolder(folder)) }
    await held?.close()
    return result
  } finally {
    process.umask(mask)
  }
}

test('a new data folder is its owner’s alone, whatever the umask', async () => {
  expect(await lock(at('data', 'database'))).toEqual({ status: 'locked', isPrivate: true })
  for (const folder of [at('data'), at('data', 'database')]) expect(await modeOf(folder)).toBe('700')
})

test.each(['755', '777', '750', '2775'])('a data folder of mode %s is made private', async (mode) => {
  const folders = [at('data'), at('data', 'auth-emulator')]
  await mkdir(at('data', 'auth-emulator'), { recursive: true })
  for (const folder of folders) await chmod(folder, mode)
  expect(await lock(at('data', 'auth-emulator'))).toEqual({ status: 'locked', isPrivate: true })
  for (const folder of folders) expect(await modeOf(folder)).toMatch(/^2?700$/)
})

test('a data folder that all users share is refused and stays unchanged', async () => {
  const dataDir = at('data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o1777)
  const problem = expect.stringMatching(`${dataDir} is shared by all users.*Set DATA_DIR`)
  expect(await lock(join(dataDir, 'database'))).toEqual({ status: 'refused', problem })
  expect(await modeOf(dataDir)).toBe('1777')
  expect(await readdir(dataDir)).toEqual([])
})
