/** The site built in a copy with something changed: taken out to measure what it costs, or broken to be tested. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A text that stands once in a file, and what is to stand there instead. */
export type Edit = { file: string; found: string; replacement: string }

/** The packages are a link that leads out of the copy, and Turbopack wants both below its root. */
const widerRoot: Edit = {
  file: 'next.config.ts',
  found: 'root: import.meta.dirname',
  replacement: "root: '/'",
}

/** The source with its edits made. Throws if one has no place, or more than one: then the source has moved on. */
export function edited(edits: readonly Edit[], file: string, source: string): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { found, replacement }) => {
      const parts = text.split(found)
      if (parts.length !== 2) throw new Error(`${file} must have this once: ${found.trim()}`)
      return parts.join(replacement)
    }, source)
}

const copied = [
  ...[
    'app',
    'components',
    'lib',
    'public',
    'middleware.ts',
    'instrumentation.ts',
    'instrumentation-client.ts',
  ],
  ...['next.config.ts', 'tsconfig.json', 'package.json'],
]

type Copy = {
  projectFolder: string
  folder: string
  environment: NodeJS.ProcessEnv
  edits: readonly Edit[]
  /** Files that the site has not, by their paths. */
  additions?: Readonly<Record<string, string>>
}

/** Makes the copy in an empty folder, and builds it. */
export function buildEditedCopy({ projectFolder, folder, environment, edits, additions = {} }: Copy): void {
  const all = [...edits, widerRoot]
  for (const name of copied.filter((entry) => existsSync(path.join(projectFolder, entry))))
    cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true })
  for (const file of new Set(all.map((edit) => edit.file))) {
    const source = readFileSync(path.join(projectFolder, file), 'utf8')
    writeFileSync(path.join(folder, file), edited(all, file, source))
  }
  for (const [file, source] of Object.entries(additions)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), source)
  }
  const packages = path.join(projectFolder, 'node_modules')
  symlinkSync(packages, path.join(folder, 'node_modules'))
  const next = path.join(packages, 'next', 'dist', 'bin', 'next')
  const run = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  })
  if (run.status !== 0)
    throw new Error(`The copy of the site could not be built.\n${run.stdout}\n${run.stderr}`)
}
