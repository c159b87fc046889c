/** Which tree of sources the build in `.next` was made from. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installedFile, projectFolder } from './project'

/** Notes that the build at hand was made from the sources as they are now. */
export async function recordBuiltTree(): Promise<void> {
  await writeFile(recordFile, await hashTree())
}

/** Takes the note away, so that a build that breaks off is not taken for a whole one. */
export async function forgetBuiltTree(): Promise<void> {
  await rm(recordFile, { force: true })
}

/** Whether there is a build, and whether it is one of these sources. */
export async function judgeBuild(): Promise<'current' | 'other' | 'none'> {
  if (!existsSync(path.join(buildFolder, 'BUILD_ID'))) return 'none'
  if (!existsSync(recordFile)) return 'other'
  return (await readFile(recordFile, 'utf8')) === (await hashTree()) ? 'current' : 'other'
}

/** Why a build cannot be made here, or null when it can. */
export function buildObstacle(): string | null {
  if (!existsSync(path.join(projectFolder, 'app'))) return 'the sources are not here'
  const missing = buildTools.filter((name) => !installedFile(`${name}/package.json`))
  if (missing.length > 0) return `what the build needs is not installed (${missing.join(', ')})`
  return null
}

const buildFolder = path.join(projectFolder, '.next')
const recordFile = path.join(buildFolder, 'built-tree')
const buildTools = ['next', 'typescript', '@types/node', '@types/react']

/** What the build depends on, by the names at the root of the project. */
const isBuildInput = (name: string): boolean =>
  ['app', 'components', 'lib', 'public', 'middleware.ts', 'next.config.ts'].includes(name) ||
  ['tsconfig.json', 'package-lock.json'].includes(name) ||
  /^instrumentation.*\.ts$/.test(name)

async function hashTree(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await buildInputs()) {
    const content = await readFile(path.join(projectFolder, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** All files, sorted; hidden ones, an editor's for instance, do not count. */
async function buildInputs(): Promise<string[]> {
  const roots = (await readdir(projectFolder, { withFileTypes: true })).filter(({ name }) =>
    isBuildInput(name),
  )
  const files = roots.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const folder of roots.filter((entry) => entry.isDirectory())) {
    const entries = await readdir(path.join(projectFolder, folder.name), {
      recursive: true,
      withFileTypes: true,
    })
    const inside = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    files.push(
      ...inside.map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name))),
    )
  }
  return files.map((file) => file.replaceAll(path.sep, '/')).sort()
}
