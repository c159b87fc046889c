/**
 * `scripts/image.ts FOLDER`: assembles the files of a container image in an empty folder (Dockerfile): Next's standalone
 * output, what `npm run build` adds to a build, and the commands with all files they load. Needs a build with standalone
 * output.
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

/** What runs in a container. */
const commands = [
  ...['scripts/typescript.mjs', 'scripts/health.mjs'],
  ...['start', 'doctor', 'logs', 'backup', 'restore', 'forget', 'people'].map((name) => `scripts/${name}.ts`),
]

/** The server and its packages, without Next's image optimizer, which is disabled (`next.config.ts`): 20 MB. */
async function copyStandaloneOutput(into: string): Promise<void> {
  const output = path.join(projectFolder, buildFolder, 'standalone')
  const unused = ['sharp', '@img'].map((name) => path.join(output, 'node_modules', name))
  await cp(output, into, { ...asItIs, filter: (file) => !unused.includes(file) })
}

/** The commands, their imports, and files that these read, such as migrations and WASM. */
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

/** Transpiles TypeScript for the tracer. Null if it isn't a file. */
async function readJavaScript(file: string): Promise<string | Buffer | null> {
  try {
    const source = await readFile(file)
    if (!file.endsWith('.ts')) return source
    // As Node runs them: static imports become `require`, which resolves to other files of a package than `import()`.
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext }
    const fileName = file.replace(/ts$/, 'cts')
    return ts.transpileModule(source.toString(), { compilerOptions, fileName }).outputText
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error) ?? '')) return null
    throw error
  }
}

/** Next copied the pages before they were compressed. */
function compressedPages(): string[] {
  return prerenderedPaths.flatMap((page) =>
    compressions.map(({ ending }) => path.join(buildFolder, prerenderedFile(page) + ending)),
  )
}

async function copy(part: string, target: string): Promise<void> {
  await cp(path.join(projectFolder, part), target, asItIs)
}

/** Next's renamed packages are links. The time of a build's ID orders builds. */
const asItIs = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true } as const

void assembleImage()
