/** Node and the packages, as they are installed. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { projectFolder } from '../start/project'
import { type Finding, ok, problem, warning } from './finding'

/** Whether this Node is new enough, and whether what runs the site is installed as the lockfile says. */
export function examineInstallation(): Finding[] {
  const { engines, dependencies } = readProject('package.json', manifest)
  return [examineNode(engines.node), examinePackages(Object.keys(dependencies))]
}

const manifest = v.object({
  engines: v.object({ node: v.pipe(v.string(), v.regex(/^>=\d+(\.\d+)*$/)) }),
  dependencies: v.record(v.string(), v.string()),
})
const lockfile = v.object({ packages: v.record(v.string(), v.object({ version: v.optional(v.string()) })) })
const installed = v.object({ version: v.string() })

function examineNode(wanted: string): Finding {
  const found = process.versions.node
  if (isAtLeast(found, wanted.slice('>='.length))) return ok('Node', `${found} (${wanted} is needed)`)
  return problem('Node', `${found} is too old: ${wanted} is needed. Install it, then run: npm ci`)
}

/** Compares number by number: 20.9 is older than 20.19. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0
}

function examinePackages(names: string[]): Finding {
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
  return ok('Packages', `${names.length} installed as package-lock.json says`)
}

function installedVersion(name: string): string | null {
  const file = path.join('node_modules', name, 'package.json')
  return existsSync(path.join(projectFolder, file)) ? readProject(file, installed).version : null
}

function readProject<S extends v.GenericSchema>(file: string, shape: S): v.InferOutput<S> {
  return v.parse(shape, JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8')))
}
