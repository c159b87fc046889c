/** The surroundings of a trial: an Auth emulator, an empty PostgreSQL, a volume. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from '../../scripts/start/program'
import { emulatorProgram, installedEmulator } from '../../scripts/start/emulator'
import { startPostgres } from '../support/database/postgres'
import { reservePort } from '../support/port'
import { type ImageConfig, mountFiles } from './image'
import { createMemoryLimit, mebibyte } from './memory-limit'
import { type Container, startContainer } from './run'

export type Bench = {
  databaseUrl: string
  /** Starts a container with its own memory limit. `close` stops it. */
  open(options: {
    megabytes: number
    settings: Record<string, string>
    command?: string[]
  }): Promise<StartedContainer>
  close(): Promise<void>
}

export type Report = (what: string, found: string) => void

export type StartedContainer = Container & {
  url: string
  emulatorUrl: string
  limit: ReturnType<typeof createMemoryLimit>
  userId: number
  /** Waits until it's ready. Returns the seconds since its start. */
  secondsUntilReady(): Promise<number>
  /** Stops it as a runtime does. Throws unless it exits with 0 and nothing ran out of memory. */
  close(): Promise<void>
}

export async function createBench(config: ImageConfig): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-container-'))
  const data = mkdtempSync(path.join(folder, 'data-'))
  // The mode of the image's folder, which a new volume inherits.
  chmodSync(data, 0o1777)
  chmodSync(folder, 0o755)
  const emulator = await openEmulator(path.join(folder, 'auth', 'emulator'))
  const postgres = await startPostgres()
  const files = mountFiles()
  const opened: StartedContainer[] = []
  const userId = randomInt(20_000, 60_000)
  return {
    databaseUrl: postgres.url,
    open: async ({ megabytes, settings, command }) => {
      const port = await reservePort()
      const limit = createMemoryLimit(megabytes * mebibyte)
      const own = { ...emulator.settings, PORT: String(port), ...settings }
      const startedAt = performance.now()
      const container = await startContainer(
        { root: files.root, config, data, userId, limit, settings: own },
        command,
      )
      const url = `http://127.0.0.1:${port}`
      const one = {
        ...container,
        ...{ url, emulatorUrl: emulator.url, limit, userId },
        secondsUntilReady: async () => {
          await awaitReady(url, container)
          return (performance.now() - startedAt) / 1_000
        },
        close: async () => {
          const kills = limit.kills()
          const { code, stderr } = await container.stop()
          assert.equal(kills, 0, 'nothing was killed for lack of memory')
          assert.equal(code, 0, stderr)
        },
      }
      opened.push(one)
      return one
    },
    close: async () => {
      const close = opened.map(({ stop, limit }) => stop().then(() => limit.close()))
      const ended = await Promise.allSettled([...close, postgres.close(), emulator.stop()])
      files.close()
      rmSync(folder, { recursive: true, force: true })
      for (const end of ended) if (end.status === 'rejected') throw end.reason
    },
  }
}

/** Throws with the container's output if it ends first. */
async function awaitReady(url: string, { ended }: Container): Promise<void> {
  while (true) {
    const answer = await fetch(`${url}/api/ready`).catch(() => null)
    if (answer?.status === 200) return
    const result = await Promise.race([ended, delay(50, null)])
    if (result) throw new Error(`The container ended with ${result.code}:\n${result.stdout}${result.stderr}`)
  }
}

async function openEmulator(folder: string) {
  const program = installedEmulator()
  if (!program) throw new Error('The Auth emulator is not installed. Run: npm ci')
  const url = new URL(`http://127.0.0.1:${await reservePort()}`)
  const plan = { program, url, siteUrl: url, projectId: 'demo-foyer', folder }
  const { whenReady, stop } = startChild(await emulatorProgram(plan))
  await whenReady()
  const identity = { apiKey: 'demo-api-key', authDomain: 'localhost', projectId: plan.projectId }
  const settings = {
    USE_AUTH_EMULATOR: 'true',
    AUTH_EMULATOR_URL: url.origin,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify(identity),
  }
  return { url: url.origin, settings, stop }
}
