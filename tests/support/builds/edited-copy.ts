/** Builds a changed copy of the site, to measure the cost of a part or to test failures. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildEnvironment } from '../site'

/** Replaces a text that a file has once. */
export type Edit = { file: string; found: string; replacement: string }

/** The packages are a link that leads out of the copy, and Turbopack wants both below its root. */
export const widerRoot: Edit = {
  file: 'next.config.ts',
  found: 'root: import.meta.dirname',
  replacement: "root: '/'",
}

const copied = [
  ...['app', 'components', 'lib', 'public', 'middleware.ts', 'instrumentation.ts'],
  ...['instrumentation-client.ts', 'next.config.ts', 'tsconfig.json', 'package.json'],
]

type Copy = {
  folder: string
  edits: readonly Edit[]
  /** New files by path. */
  additions?: Readonly<Record<string, string>>
}

/** Creates the copy in an empty folder and builds it. */
export function buildEditedCopy({ folder, edits, additions = {} }: Copy): void {
  const all = [...edits, widerRoot]
  for (const name of copied.filter((entry) => existsSync(entry)))
    cpSync(name, path.join(folder, name), { recursive: true })
  for (const file of new Set(all.map((edit) => edit.file)))
    writeFileSync(path.join(folder, file), applyEdits(all, file, readFileSync(file, 'utf8')))
  for (const [file, source] of Object.entries(additions)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), source)
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  buildNext(folder)
}

/** The source with its edits. Throws if a text isn't there exactly once. */
export function applyEdits(edits: readonly Edit[], file: string, source: string): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { found, replacement }) => {
      const parts = text.split(found)
      if (parts.length !== 2) throw new Error(`${file} must have this once: ${found.trim()}`)
      return parts.join(replacement)
    }, source)
}

/** Builds the app in the folder. */
export function buildNext(folder: string): void {
  const next = path.resolve('node_modules', 'next', 'dist', 'bin', 'next')
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    env: buildEnvironment(),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${folder} could not be built.\n${stdout}\n${stderr}`)
}
