import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startDatabaseProcess } from '../support/database/process'
import { expectLines, setUpDoctor } from './doctor'

const { at, diagnose } = setUpDoctor()

/** As much of a database as the doctor looks at. */
async function makeCluster(major: string): Promise<void> {
  const cluster = at('database', 'cluster')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'PG_VERSION'), `${major}\n`)
}

describe('the embedded database', { timeout: 120_000 }, () => {
  test('is ok in use and free, and stays unchanged', async () => {
    // PGlite's PostgreSQL version.
    await makeCluster('18')
    const body = `import database from './lib/server/database/lock.ts'
      console.log((await database.lockFolder('${at()}/database')).status)
      setInterval(() => {}, 1000)`
    const running = startDatabaseProcess(body, {})
    await expect.poll(() => running.output(), { timeout: 60_000 }).toBe('locked\n')
    const held = await readdir(at('database'))
    expectLines(
      await diagnose(),
      `ok Database: embedded, in ${at()}; in use by process ${running.child.pid} `,
    )
    expect(await readdir(at('database'))).toEqual(held)
    running.child.kill('SIGKILL')
    await running.ended
    expectLines(await diagnose(), `ok Database: embedded, in ${at()}\n`)
  })

  test('of another PostgreSQL, or in an impossible folder, is a problem', async () => {
    await makeCluster('12')
    expectLines(await diagnose(), 'problem Database: …was written by PostgreSQL 12')
    const file = at('file')
    await writeFile(file, '')
    expectLines(
      await diagnose({ DATA_DIR: file }),
      'problem Database: …cannot be used (ENOTDIR). Set another DATA_DIR',
    )
  })

  test('in a folder that others can enter is a warning and stays unchanged, and if shared a problem', async () => {
    expectLines(await diagnose(), `ok Data folder: ${at()}, for this user only\n`)
    await chmod(at(), 0o755)
    expectLines(
      await diagnose(),
      `warning Data folder: other users of this machine can enter ${at()}.…chmod 700 ${at()}`,
    )
    expect((await stat(at())).mode & 0o777).toBe(0o755)
    await chmod(at(), 0o1777)
    expectLines(await diagnose(), 'problem Data folder: … is shared by all users.')
  })
})
