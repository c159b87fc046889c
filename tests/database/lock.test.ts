import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '@/lib/server/database/database'

let folder = ''
let file = ''

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-lock-'))
  folder = join(dataDir, 'database')
  file = join(folder, 'lock')
  await mkdir(folder)
  return () => rm(dataDir, { recursive: true })
})

/** A lock as this process writes it, changed. */
async function leaveLock(changes: object): Promise<void> {
  const result = await lockFolder(folder)
  if (result.status === 'refused') throw new Error(result.problem)
  const own = JSON.parse(await readFile(file, 'utf8'))
  await result.lock.close()
  await writeFile(file, JSON.stringify({ ...own, id: 'left', ...changes }))
}

async function lockAtOnce(count: number): Promise<string[]> {
  const results = await Promise.all(Array.from({ length: count }, () => lockFolder(folder)))
  for (const result of results) if (result.status === 'locked') await result.lock.close()
  return results.map(({ status }) => status).sort()
}

const oneOf = (count: number) => ['locked', ...Array(count - 1).fill('refused')]
const deadProcess = { processId: 2 ** 22 + 1 }

describe('the lock of a folder', { timeout: 60_000 }, () => {
  test('is given to one of many, free or left by a dead process, and leaves nothing behind', async () => {
    for (let round = 0; round < 40; round++) {
      if (round % 2 === 1) await leaveLock(deadProcess)
      expect(await lockAtOnce(12)).toEqual(oneOf(12))
      expect(await readdir(folder)).toEqual([])
    }
  })

  test('is taken over at once from a process whose id another has got since', async () => {
    await leaveLock({ startedAt: 'before the last boot' })
    const startedAt = Date.now()
    expect(await lockAtOnce(2)).toEqual(oneOf(2))
    expect(Date.now() - startedAt).toBeLessThan(2_000)
  })

  test('is taken over from one that died while it took over', async () => {
    await leaveLock(deadProcess)
    await writeFile(join(folder, 'lock.left'), await readFile(file, 'utf8'))
    expect(await lockAtOnce(12)).toEqual(oneOf(12))
    expect(await readdir(folder)).toEqual([])
  })

  test('of another container is left to it while it shows that it lives, and taken over when it does not', async () => {
    await leaveLock({ place: 'another container' })
    const heartbeat = setInterval(() => utimes(file, new Date(), new Date()), 2_000)
    const refused = await lockFolder(folder)
    clearInterval(heartbeat)
    expect(refused).toMatchObject({
      status: 'refused',
      problem: expect.stringMatching(/in use by process \d+ \(another container\)/),
    })
    const startedAt = Date.now()
    expect(await lockAtOnce(3)).toEqual(oneOf(3))
    expect(Date.now() - startedAt).toBeLessThan(10_000)
  })

  test('that a crash has cut off is taken over', async () => {
    await writeFile(file, '')
    expect(await lockAtOnce(2)).toEqual(oneOf(2))
  })
})
