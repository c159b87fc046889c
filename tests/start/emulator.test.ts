import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulatorProgram } from '@/scripts/start/emulator'

test('an emulator that is still importing accounts is killed, as an export would lose the others', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'foyer-emulator-'))
  const program = await emulatorProgram({
    program: 'firebase.js',
    url: new URL('http://127.0.0.1:9123'),
    siteUrl: new URL('http://127.0.0.1:3123'),
    projectId: 'demo-foyer',
    folder: join(dataFolder, 'auth-emulator'),
  })
  program.showLine('i  auth: Importing accounts from accounts.json', 'stdout')
  expect([program.isReady?.(), program.stopSignal?.()]).toEqual([false, 'SIGKILL'])
  program.showLine('│ ✔  All emulators ready! It is now safe to connect your app. │', 'stdout')
  expect([program.isReady?.(), program.stopSignal?.()]).toEqual([true, 'SIGTERM'])
  await rm(dataFolder, { recursive: true })
})
