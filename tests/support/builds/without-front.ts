/** The site under plain `next start`, without the front: static pages then have the policy of the build's settings. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { typescriptFlags } from '../processes'
import { emulatorOfRun } from '../run'
import { buildEnvironment, type Site, startSite } from '../site'

/** Finishes a copy of the build with these settings, and starts it. Its folder goes with the site. */
export async function startWithoutFront(env: Record<string, string> = {}): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-without-front-'))
  for (const name of [...copied, '.next'])
    cpSync(name, path.join(folder, name), {
      recursive: true,
      filter: (file) => !file.startsWith(path.join('.next', 'cache')),
    })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const settings = { ...emulatorOfRun('127.0.0.1'), ...env }
  const { status, stderr } = spawnSync(process.execPath, [...typescriptFlags, 'scripts/post-build.ts'], {
    cwd: folder,
    env: { ...buildEnvironment(), ...settings },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build could not be finished: ${stderr}`)
  const site = await startSite({ folder, env: { ...settings, FRONT: 'off' } })
  return {
    ...site,
    stop: async (signal) => {
      const code = await site.stop(signal)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return code
    },
  }
}

const copied = [
  ...['app', 'lib', 'components', 'public', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['next.config.ts', 'middleware.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
]
