import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '@/lib/server/database/lock'
import { setUpFolder } from './setup'

const at = setUpFolder()
let folder = ''
let file = ''

beforeEach(async () => {
  folder = at('database')
  file = at('database', 'lock')
  await mkdir(folder)
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
  test('goes to one of many concurrent callers, whether it is free or a dead process left it', async () => {
    for (let round = 0; round < 40; round++) {
      if (round % 2 === 1) await leaveLock(deadProcess)
      expect(await lockAtOnce(12)).toEqual(oneOf(12))
      expect(await readdir(folder)).toEqual([])
    }
  })

  test('of a process whose ID was reused is taken over immediately', async () => {
    await leaveLock({ startedAt: 'before the last boot' })
    const startedAt = Date.now()
    expect(await lockAtOnce(2)).toEqual(oneOf(2))
    expect(Date.now() - startedAt).toBeLessThan(2_000)
  })

  test('of a process that died during a takeover is taken over', async () => {
    await leaveLock(deadProcess)
    await writeFile(at('database', 'lock.left'), await readFile(file, 'utf8'))
    expect(await lockAtOnce(12)).toEqual(oneOf(12))
    expect(await readdir(folder)).toEqual([])
  })

  test('of another container is taken over only when its heartbeat has stopped', async () => {
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

  test('that a crash truncated is taken over', async () => {
    await writeFile(file, '')
    expect(await lockAtOnce(2)).toEqual(oneOf(2))
  })
})
