/**
 * `scripts/image.ts FOLDER`: puts together what a container's image holds, in an empty folder (Dockerfile). That is Next's
 * standalone output, what `npm run build` adds to a build, and the commands with all the files they load. It needs a build
 * with standalone output.
 */
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import ts from 'typescript'
import {
  buildFolder,
  compressions,
  prerenderedFile,
  prerenderedPaths,
  staticFolder,
} from '../lib/builds/built-files'
import { codeOf } from '../lib/error-code'
import { projectFolder } from './start/project'

async function assembleImage(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) throw new Error('Usage: scripts/image.ts FOLDER')
  const into = path.resolve(folder)
  await copyStandaloneOutput(into)
  const files = [...(await filesOfCommands()), ...compressedPages(), 'tsconfig.json']
  for (const file of files) await copy(file, path.join(into, file))
  for (const part of ['public', path.join(buildFolder, staticFolder)]) await copy(part, path.join(into, part))
}

/** What is run in a container. */
const commands = [
  ...['scripts/typescript.mjs', 'scripts/health.mjs'],
  ...['start', 'doctor', 'logs', 'backup', 'restore'].map((name) => `scripts/${name}.ts`),
]

/** The server, with the packages it loads. Next adds its image optimizer, which is off (`next.config.ts`): 20 MB. */
async function copyStandaloneOutput(into: string): Promise<void> {
  const output = path.join(projectFolder, buildFolder, 'standalone')
  const unused = ['sharp', '@img'].map((name) => path.join(output, 'node_modules', name))
  await cp(output, into, { ...asItIs, filter: (file) => !unused.includes(file) })
}

/** The commands, what they import, and what that reads beside itself, such as migrations and WASM. */
async function filesOfCommands(): Promise<string[]> {
  const { fileList } = await nodeFileTrace(commands, {
    base: projectFolder,
    processCwd: projectFolder,
    ts: true,
    paths: { '@/': `${projectFolder}/` },
    conditions: ['react-server', 'node'],
    readFile: readJavaScript,
  })
  return [...fileList].filter((file) => file !== 'package.json')
}

/** The tracer reads JavaScript only. Null if it isn't a file. */
async function readJavaScript(file: string): Promise<string | Buffer | null> {
  try {
    const source = await readFile(file)
    if (!file.endsWith('.ts')) return source
    // As Node gets them: static imports are calls of `require`, which leads to other files of a package than `import()`.
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext }
    const fileName = file.replace(/ts$/, 'cts')
    return ts.transpileModule(source.toString(), { compilerOptions, fileName }).outputText
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error) ?? '')) return null
    throw error
  }
}

/** Next has copied the pages before they were compressed. */
function compressedPages(): string[] {
  return prerenderedPaths.flatMap((page) =>
    compressions.map(({ ending }) => path.join(buildFolder, prerenderedFile(page) + ending)),
  )
}

async function copy(part: string, target: string): Promise<void> {
  await cp(path.join(projectFolder, part), target, asItIs)
}

/** Packages that Next has renamed are links. The time of a build's ID says which build is newer. */
const asItIs = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true } as const

void assembleImage()
