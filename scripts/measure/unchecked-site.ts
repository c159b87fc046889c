/** The site with its session check taken out, in a copy: the same page for everybody, as the measure for the check. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Edit = { file: string; found: string; replacement: string }

/**
 * Middleware and page take for granted what the check would have found; everything else stays as it is. `cookies()`
 * is asked for still, or Next would render the page once and for all when it builds.
 */
export const edits: Edit[] = [
  {
    file: 'lib/guard.ts',
    found: '  const check = await checkCookie(request)\n',
    replacement: "  const check = { status: 'valid' }\n",
  },
  {
    file: 'lib/server/session.ts',
    found: '  const found = await requestSession()\n',
    replacement: [
      "  await (await import('next/headers')).cookies()",
      '  const session = JSON.parse(process.env.MEASURED_SESSION)',
      "  const found = { status: 'valid', session: { ...session, openedAt: new Date(session.openedAt) } }",
      '',
    ].join('\n'),
  },
  {
    // The packages are a link that leads out of the copy, and Turbopack wants both below its root.
    file: 'next.config.ts',
    found: 'root: import.meta.dirname',
    replacement: "root: '/'",
  },
]

/** The source with its edits made. Throws if one has no place, or more than one: then the source has moved on. */
export function withoutCheck(file: string, source: string): string {
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

type Copy = { projectFolder: string; folder: string; environment: NodeJS.ProcessEnv }

/** Makes the copy in an empty folder, and builds it. */
export function buildUncheckedSite({ projectFolder, folder, environment }: Copy): void {
  for (const name of copied.filter((entry) => existsSync(path.join(projectFolder, entry))))
    cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true })
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const source = readFileSync(path.join(projectFolder, file), 'utf8')
    writeFileSync(path.join(folder, file), withoutCheck(file, source))
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
    throw new Error(`The site without its check could not be built.\n${run.stdout}\n${run.stderr}`)
}
