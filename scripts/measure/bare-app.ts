/** A Next app with one link and nothing else: what Next loads by itself, as the measure for Foyer. */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Bare = { projectFolder: string; environment: NodeJS.ProcessEnv }

/**
 * The build folder of the bare app; built once for each version of its packages and each change of its
 * source. It is built outside the project: Next would find our middleware and instrumentation in the folders
 * above it and take them in.
 */
export function buildBareApp({ projectFolder, environment }: Bare): string {
  const source = join(projectFolder, 'tests', 'fixtures', 'bare-app')
  const packages = join(projectFolder, 'node_modules')
  const kept = join(packages, '.cache', 'bare-app', buildKey(source, packages))
  if (existsSync(kept)) return kept
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bare-app-'))
  try {
    cpSync(source, folder, { recursive: true })
    symlinkSync(packages, join(folder, 'node_modules'))
    build(folder, { packages, environment })
    keep(join(folder, '.next'), kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return kept
}

function buildKey(source: string, packages: string): string {
  const versions = ['next', 'react', 'react-dom'].map((name) => join(packages, name, 'package.json'))
  const sources = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [...versions, ...sources.sort()]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function build(
  folder: string,
  { packages, environment }: { packages: string; environment: NodeJS.ProcessEnv },
): void {
  const next = join(packages, 'next', 'dist', 'bin', 'next')
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The bare app could not be built.\n${stdout}\n${stderr}`)
}

/** Moved into place in one step: two workers may build at the same time, and the first one wins. */
function keep(built: string, kept: string): void {
  const fresh = `${kept}-${randomUUID()}`
  for (const part of ['static', join('server', 'app')])
    cpSync(join(built, part), join(fresh, part), { recursive: true })
  if (existsSync(kept)) rmSync(fresh, { recursive: true })
  else renameSync(fresh, kept)
}
