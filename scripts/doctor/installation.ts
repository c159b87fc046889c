/** Node and the installed packages. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { projectFolder, standaloneServer } from '../start/project'
import { type Finding, ok, problem, warning } from './finding'

/** Whether Node is new enough, and the packages match the lockfile. */
export function examineInstallation(): Finding[] {
  const { engines, dependencies } = readProject('package.json', manifest)
  return [
    examineNode({ wanted: engines.node, found: process.versions.node, now: Date.now() }),
    examinePackages(Object.keys(dependencies)),
  ]
}

const manifest = v.object({
  engines: v.object({ node: v.pipe(v.string(), v.regex(/^>=\d+(\.\d+)*$/)) }),
  dependencies: v.record(v.string(), v.string()),
})
const lockfile = v.object({ packages: v.record(v.string(), v.object({ version: v.optional(v.string()) })) })
const installed = v.object({ version: v.string() })

/** Whether this version of Node is new enough and still maintained. */
export function examineNode({ wanted, found, now }: { wanted: string; found: string; now: number }): Finding {
  if (!isAtLeast(found, wanted.slice('>='.length)))
    return problem('Node', `${found} is too old: ${wanted} is needed. Install it, then run: npm ci`)
  const [major = ''] = found.split('.')
  const end = endOfLife[major]
  if (end !== undefined && now > Date.parse(end))
    return warning('Node', `${found} works, but has had no security fixes since ${end}. Install Node 24`)
  return ok('Node', `${found} (${wanted} is needed)`)
}

/** The end of life of each major version (nodejs/Release). */
const endOfLife: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}

/** Compares numerically: 20.9 is older than 20.19. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0
}

function examinePackages(names: string[]): Finding {
  if (standaloneServer()) return ok('Packages', 'those files that Foyer loads, as the image was built')
  if (!existsSync(path.join(projectFolder, 'package-lock.json')))
    return warning('Packages', 'not compared: there is no package-lock.json')
  const { packages } = readProject('package-lock.json', lockfile)
  const wrong = names.flatMap((name) => {
    const wanted = packages[`node_modules/${name}`]?.version
    const found = installedVersion(name)
    if (found === wanted) return []
    return `${name} ${found === null ? 'is missing' : `is ${found} and should be ${wanted}`}`
  })
  if (wrong.length > 0) return problem('Packages', `${wrong.join(', ')}. Run: npm ci`)
  return ok('Packages', `${names.length} as in package-lock.json`)
}

function installedVersion(name: string): string | null {
  const file = path.join('node_modules', name, 'package.json')
  return existsSync(path.join(projectFolder, file)) ? readProject(file, installed).version : null
}

function readProject<S extends v.GenericSchema>(file: string, shape: S): v.InferOutput<S> {
  return v.parse(shape, JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8')))
}
