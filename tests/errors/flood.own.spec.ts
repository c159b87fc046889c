import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { brokenSiteTest as test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'
import { reservePort } from '../support/port'

test('visitors notice no log that nobody reads, or whose reader is gone', async ({ brokenFolder }) => {
  test.setTimeout(180_000)
  const port = await reservePort()
  const program = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next')
  const { PATH, HOME } = process.env
  const child = spawn(
    process.execPath,
    [program, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    {
      cwd: brokenFolder,
      env: { PATH, HOME, NODE_ENV: 'production', DATA_DIR: mkdtempSync(join(brokenFolder, 'rows-')) },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  // Nobody listens: the pipe holds 64 KB, and then nothing more.
  child.stdout.pause()
  const url = `http://127.0.0.1:${port}`
  try {
    await expect.poll(() => statusOf(`${url}/api/config`), { timeout: 60_000 }).toBe(200)
    // Of each path five lines are written in full, of more than a kilobyte: three times what fits.
    const long = 'nowhere/'.repeat(100)
    const asked = Array.from({ length: 40 }, (_, number) => sendMany(`${url}/${long}${number}`, 6))
    for (const answers of await Promise.all(asked)) expect(answers).toEqual({ 404: 6 })
    expect(child.stdout.readableLength).toBeLessThan(1_000_000)
    expect(await statusOf(`${url}/login`)).toBe(200)
    child.stdout.destroy()
    for (let number = 0; number < 50; number++) expect(await statusOf(`${url}/gone/${number}`)).toBe(404)
    expect(await statusOf(`${url}/login`)).toBe(200)
    expect(child.exitCode).toBeNull()
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

/** Sends so many requests, 32 at a time. Returns how often each status came. */
async function sendMany(url: string, times: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let left = times
  const work = async () => {
    while (left-- > 0) {
      const status = await statusOf(url)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, work))
  return statuses
}

/** 0 without a response. */
async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    if (error instanceof TypeError) return 0
    throw error
  }
}
