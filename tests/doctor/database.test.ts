import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startDatabaseProcess } from '../support/database/process'
import { diagnose } from './doctor'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  return () => rm(folder, { recursive: true })
})

const embedded = () => ({ DATA_DIR: folder })

/** As much of a database as the doctor looks at. */
async function makeCluster(major: string): Promise<void> {
  const cluster = join(folder, 'database', 'cluster')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'PG_VERSION'), `${major}\n`)
}

describe('the embedded database', { timeout: 120_000 }, () => {
  test('in use by a running site is no fault, and is left alone; free it is just there', async () => {
    // PGlite's PostgreSQL version.
    await makeCluster('18')
    const body = `import database from './lib/server/database/lock.ts'
      console.log((await database.lockFolder('${folder}/database')).status)
      setInterval(() => {}, 1000)`
    const running = startDatabaseProcess(body, {})
    await expect.poll(() => running.output(), { timeout: 60_000 }).toBe('locked\n')
    const held = await readdir(join(folder, 'database'))
    const inUse = await diagnose(embedded())
    expect(await readdir(join(folder, 'database'))).toEqual(held)
    expect(inUse.output).toContain(`in use by process ${running.child.pid}`)
    expect(inUse.code).toBe(0)
    running.child.kill('SIGKILL')
    await running.ended
    const free = await diagnose(embedded())
    expect(free.output).toContain(`ok       Database: embedded, in ${folder}\n`)
    expect(free.code).toBe(0)
  })

  test('of another PostgreSQL, or where no folder can be, is a problem', async () => {
    await makeCluster('12')
    const old = await diagnose(embedded())
    expect(old.output).toMatch(/^problem {2}Database: .*was written by PostgreSQL 12/m)
    expect(old.code).toBe(1)
    const file = join(folder, 'file')
    await writeFile(file, '')
    const blocked = await diagnose({ DATA_DIR: file })
    expect(blocked.output).toMatch(
      /^problem {2}Database: .*cannot be used \(ENOTDIR\)\. Set another DATA_DIR/m,
    )
    expect(blocked.code).toBe(1)
  })

  test('in a folder that others can enter is worth a look, and stays as it is', async () => {
    expect((await diagnose(embedded())).output).toContain(
      `ok       Data folder: ${folder}, for this user only\n`,
    )
    await chmod(folder, 0o755)
    const open = await diagnose(embedded())
    expect(open.output).toContain(`warning  Data folder: other users of this machine can enter ${folder}.`)
    expect(open.output).toContain(`chmod 700 ${folder}`)
    expect(open.code).toBe(0)
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    await chmod(folder, 0o1777)
    const shared = await diagnose(embedded())
    expect(shared.output).toMatch(/^problem {2}Data folder: .* is shared by all users\./m)
    expect(shared.code).toBe(1)
  })
})
