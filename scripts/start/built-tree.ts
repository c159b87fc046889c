/** Records the sources of a build, to notice changes. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildFolder, buildIdFile, builtTreeFile } from '../../lib/builds/built-files'
import { installedFile, projectFolder, standaloneServer } from './project'

/** Records a hash of the current sources as those of the build. */
export async function recordBuiltTree(): Promise<void> {
  await writeFile(recordFile, await hashTree())
}

/** Removes the record, so that an interrupted build doesn't count as current. */
export async function forgetBuiltTree(): Promise<void> {
  await rm(recordFile, { force: true })
}

/** Whether there is a build, and of the current sources. A container has a build without sources. */
export async function checkBuild(): Promise<'current' | 'outdated' | 'none'> {
  if (!existsSync(path.join(projectFolder, buildFolder, buildIdFile))) return 'none'
  if (standaloneServer()) return 'current'
  if (!existsSync(recordFile)) return 'outdated'
  return (await readFile(recordFile, 'utf8')) === (await hashTree()) ? 'current' : 'outdated'
}

/** Why the site can't be built here, or null if it can. */
export function cannotBuildReason(): string | null {
  if (!existsSync(path.join(projectFolder, 'app'))) return 'the sources are missing'
  const missing = buildTools.filter((name) => !installedFile(`${name}/package.json`))
  if (missing.length > 0) return `packages it needs are not installed (${missing.join(', ')})`
  return null
}

const recordFile = path.join(projectFolder, buildFolder, builtTreeFile)
const buildTools = ['next', 'typescript', '@types/node', '@types/react']

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
