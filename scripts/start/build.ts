/** The production build, which the start command creates if the sources have changed. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildFolder, builtTreeFile } from '../../lib/builds/built-files'
import { childEnvironment } from '../../lib/server/config'
import { startProgram } from './program'
import { installedFile, nextProgram, projectFolder, standaloneServer, typescriptFlags } from './project'
import { say, showProgress, startProblem } from './terminal'

/** Builds the site unless the build is current. Where it can't build, it accepts an older build. */
export async function ensureBuild(): Promise<void> {
  // A container has a build without sources.
  if (standaloneServer() || (await isBuildCurrent())) return
  const canBuild = existsSync(path.join(projectFolder, 'app')) && installedFile('typescript/package.json')
  if (canBuild) await showProgress('Building the site', build())
  else say('Starting the build that is there: the sources or the packages to build them are missing.')
}

/** Whether there is a complete build, and of these sources. */
export async function isBuildCurrent(): Promise<boolean> {
  return existsSync(recordFile) && (await readFile(recordFile, 'utf8')) === (await hashTree())
}

/** Records a hash of the current sources as those of the build. */
export async function recordBuiltTree(): Promise<void> {
  await writeFile(recordFile, await hashTree())
}

const recordFile = path.join(projectFolder, buildFolder, builtTreeFile)

/** The same two steps as `npm run build`. */
async function build(): Promise<void> {
  // An interrupted build doesn't count as current.
  await rm(recordFile, { force: true })
  await runStep([nextProgram, 'build'])
  await runStep([...typescriptFlags, 'scripts/post-build.ts'])
}

async function runStep(run: string[]): Promise<void> {
  const environment = childEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  const { ended } = startProgram({ name: 'The build', run, environment, showLine: () => false })
  const { exitCode, hiddenLines } = await ended
  if (exitCode !== 0) throw startProblem(`${hiddenLines}\n\nThe build failed; its output is above.`)
}

/** What a build depends on. */
const inputFolders = ['app', 'components', 'lib', 'public']
const inputFiles = [
  ...['middleware.ts', 'instrumentation.ts', 'instrumentation-client.ts', 'next.config.ts'],
  ...['tsconfig.json', 'package-lock.json'],
]

async function hashTree(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await buildInputs()) {
    const content = await readFile(path.join(projectFolder, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** All files, sorted, without hidden ones, such as an editor's. */
async function buildInputs(): Promise<string[]> {
  const exists = (name: string) => existsSync(path.join(projectFolder, name))
  const files = inputFiles.filter(exists)
  for (const folder of inputFolders.filter(exists)) {
    const options = { recursive: true, withFileTypes: true } as const
    for (const entry of await readdir(path.join(projectFolder, folder), options)) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue
      files.push(path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    }
  }
  return files.map((file) => file.replaceAll(path.sep, '/')).sort()
}
