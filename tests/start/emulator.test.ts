import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emulatorProgram, prepareEmulator } from '@/scripts/start/emulator'
import type { Program } from '@/scripts/start/program'
import { closeServer, listen } from '../support/ports'

async function createProgram(): Promise<Program> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'foyer-emulator-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  return emulatorProgram({
    program: 'firebase.js',
    url: new URL('http://127.0.0.1:9123'),
    siteUrl: new URL('http://127.0.0.1:3123'),
    projectId: 'demo-foyer',
    folder: join(dataFolder, 'auth-emulator'),
  })
}

test('the emulator has a home of its own, and neither the developer’s login nor a proxy', async () => {
  for (const name of ['FIREBASE_TOKEN', 'HTTPS_PROXY', 'http_proxy']) vi.stubEnv(name, 'given')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { environment, folder } = await createProgram()
  expect(environment.HOME).toBe(folder)
  expect(Object.values(environment)).not.toContain('given')
})

test('an emulator that is still importing accounts is killed, as an export would lose the others', async () => {
  const program = await createProgram()
  program.showLine('i  auth: Importing accounts from accounts.json', 'stdout')
  expect([program.isReady?.(), program.stopSignal?.()]).toEqual([false, 'SIGKILL'])
  program.showLine('│ ✔  All emulators ready! It is now safe to connect your app. │', 'stdout')
  expect([program.isReady?.(), program.stopSignal?.()]).toEqual([true, 'SIGTERM'])
})

test('accounts that the import has skipped stop no start, and the others count since when they did', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-emulator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'accounts', 'auth_export'), { recursive: true })
  const users = [
    { localId: 'skipped', validSince: '1' },
    { localId: 'ada', validSince: '2' },
  ]
  await writeFile(join(folder, 'accounts', 'auth_export', 'accounts.json'), JSON.stringify({ users }))
  const updated: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    if (request.url?.endsWith('accounts:update')) updated.push(body)
    response.writeHead(body.localId === 'skipped' ? 400 : 200).end('{}')
  })
  onTestFinished(() => closeServer(server))
  const url = new URL(`http://127.0.0.1:${await listen(server)}`)
  await prepareEmulator({ program: '', url, siteUrl: url, projectId: 'demo-foyer', folder })
  expect(updated).toEqual(users)
})
