/** The site as `npm start` starts it, with its own Auth emulator. */
import { setTimeout as delay } from 'node:timers/promises'
import * as brand from '@/lib/site/brand'
import { createDataDir } from './data-dir'
import { reservePort } from './port'
import { bareEnvironment, type Launch, type Site, type SiteOptions, spawnSite } from './site'
import { startCommand } from './start-command'

/** A start under way, for tests of starts that fail. */
export type CommandLaunch = Launch & { isReady(): boolean }

export type StartOptions = Pick<SiteOptions, 'env' | 'dataDir'> & { isDevelopment?: boolean }

/** Runs the start command, and waits until it prints that the site is running. */
export async function startByCommand(options: StartOptions = {}): Promise<Site> {
  const launch = await launchByCommand(options)
  while (!launch.isReady()) {
    const ended = await Promise.race([launch.ended, delay(50, 'waiting' as const)])
    if (ended !== 'waiting') throw new Error(`The site did not start (${ended}):\n${launch.output()}`)
  }
  return launch
}

/** Runs the start command with its own emulator, unless `env` names a provider. */
export async function launchByCommand(options: StartOptions = {}): Promise<CommandLaunch> {
  const { env = {}, dataDir, isDevelopment } = options
  const port = String(await reservePort())
  const folder = dataDir ?? (await createDataDir())
  const emulator = `http://localhost:${await reservePort()}`
  const launch = spawnSite({
    program: isDevelopment ? [...startCommand, '--dev'] : startCommand,
    folder: process.cwd(),
    environment: {
      ...bareEnvironment(),
      PORT: port,
      AUTH_EMULATOR_URL: emulator,
      DATA_DIR: folder,
      SHUTDOWN_DELAY: '0s',
      ...env,
    },
    ownData: dataDir ? null : folder,
    url: `http://localhost:${port}`,
  })
  return { ...launch, isReady: () => launch.output().includes(`${brand.name} is running`) }
}
