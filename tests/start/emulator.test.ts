import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emulatorProgram } from '@/scripts/start/emulator'
import type { Program } from '@/scripts/start/program'

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
