import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startDatabaseProcess } from '../support/database/process'
import { setUpDoctor } from './doctor'

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
    const inUse = await diagnose()
    expect(await readdir(at('database'))).toEqual(held)
    expect(inUse.output).toContain(`in use by process ${running.child.pid}`)
    expect(inUse.code).toBe(0)
    running.child.kill('SIGKILL')
    await running.ended
    const free = await diagnose()
    expect(free.output).toContain(`ok       Database: embedded, in ${at()}\n`)
    expect(free.code).toBe(0)
  })

  test('of another PostgreSQL, or in an impossible folder, is a problem', async () => {
    await makeCluster('12')
    const old = await diagnose()
    expect(old.output).toMatch(/^problem {2}Database: .*was written by PostgreSQL 12/m)
    expect(old.code).toBe(1)
    const file = at('file')
    await writeFile(file, '')
    const blocked = await diagnose({ DATA_DIR: file })
    expect(blocked.output).toMatch(
      /^problem {2}Database: .*cannot be used \(ENOTDIR\)\. Set another DATA_DIR/m,
    )
    expect(blocked.code).toBe(1)
  })

  test('in a folder that others can enter is a warning and stays unchanged, and if shared a problem', async () => {
    expect((await diagnose()).output).toContain(`ok       Data folder: ${at()}, for this user only\n`)
    await chmod(at(), 0o755)
    const open = await diagnose()
    expect(open.output).toContain(`warning  Data folder: other users of this machine can enter ${at()}.`)
    expect(open.output).toContain(`chmod 700 ${at()}`)
    expect(open.code).toBe(0)
    expect((await stat(at())).mode & 0o777).toBe(0o755)
    await chmod(at(), 0o1777)
    const shared = await diagnose()
    expect(shared.output).toMatch(/^problem {2}Data folder: .* is shared by all users\./m)
    expect(shared.code).toBe(1)
  })
})
