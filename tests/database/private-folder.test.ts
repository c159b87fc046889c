import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '@/lib/server/database/database'

let outside = ''
let dataDir = ''

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'foyer-private-'))
  dataDir = join(outside, 'data')
  return () => rm(outside, { recursive: true })
})

const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o7777).toString(8)

/** As a start does it, under a mask by which all that is made is everybody's. */
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

describe('the data folder', () => {
  test('is made for its owner alone, whatever the umask', async () => {
    const database = join(dataDir, 'database')
    expect(await lock(database)).toEqual({ status: 'locked', isPrivate: true })
    for (const folder of [dataDir, database]) expect(await modeOf(folder)).toBe('700')
  })

  for (const mode of [0o755, 0o777, 0o750, 0o2775]) {
    test(`of mode ${mode.toString(8)} is shut at the start, and what it has inside`, async () => {
      const accounts = join(dataDir, 'auth-emulator')
      await mkdir(accounts, { recursive: true })
      for (const folder of [dataDir, accounts]) await chmod(folder, mode)
      expect(await lock(accounts)).toEqual({ status: 'locked', isPrivate: true })
      for (const folder of [dataDir, accounts]) expect(await modeOf(folder)).toMatch(/^2?700$/)
    })
  }

  test('that all users share is named, and left as it is', async () => {
    await mkdir(dataDir)
    await chmod(dataDir, 0o1777)
    const problem = expect.stringMatching(`${dataDir} is shared by all users.*Set DATA_DIR`)
    expect(await lock(join(dataDir, 'database'))).toEqual({ status: 'refused', problem })
    expect(await modeOf(dataDir)).toBe('1777')
    expect(await readdir(dataDir)).toEqual([])
  })
})
