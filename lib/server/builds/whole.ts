import 'server-only'
/** Whether a build has all its files: a copy that lost some answers 500 only where they are needed. */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { builtSizesFile, inBuild, routeCache, staticFolder } from '@/lib/builds/built-files'
import { parseJson } from '@/lib/json'
import { serverConfig } from '@/lib/server/config'
import { oncePerProcess } from '@/lib/server/process'

/** What a server needs of these folders: no maps, and no lists for packers. */
const neededFolders = [staticFolder, 'server']
const needed = /\.(js|css|json|html|rsc|meta|body)$/
const ofPackers = /\.nft\.json$/

/** Records the files of a finished build and their sizes. */
export async function recordSizes(buildFolder: string): Promise<void> {
  const sizes = Object.fromEntries(await sizesIn(buildFolder))
  await writeFile(`${buildFolder}/${builtSizesFile}`, JSON.stringify(sizes))
}

/** The files of a build that are missing or have another size; empty if it is whole, or was made by `next build` alone. */
export async function findBrokenFiles(buildFolder: string): Promise<string[]> {
  const file = `${buildFolder}/${builtSizesFile}`
  if (!existsSync(/*turbopackIgnore: true*/ file)) return []
  const recorded = await readFile(/*turbopackIgnore: true*/ file, 'utf8')
  const sizes = v.safeParse(v.record(v.string(), v.number()), parseJson(recorded))
  if (!sizes.success) return [builtSizesFile]
  const found = new Map(await sizesIn(buildFolder))
  return Object.entries(sizes.output).flatMap(([file, size]) => (found.get(file) === size ? [] : [file]))
}

/** Whether the running build was whole when this was first asked: a later one in its folder is no fault of it. */
export function isRunningBuildWhole(): Promise<boolean> {
  const { hasProcess, isDevelopment } = serverConfig()
  // A platform that starts a process for a request brings only the files that it needs.
  if (!hasProcess || isDevelopment) return Promise.resolve(true)
  return oncePerProcess('whole-build', async () => (await findBrokenFiles(inBuild(''))).length === 0)
}

/** `static/chunks/a.js and 3 more are missing or damaged`. */
export function describeBroken([first, ...rest]: readonly string[]): string {
  return rest.length > 0
    ? `${first} and ${rest.length} more are missing or damaged`
    : `${first} is missing or damaged`
}

async function sizesIn(buildFolder: string): Promise<[file: string, size: number][]> {
  const listed = neededFolders.map((folder) =>
    readdir(/*turbopackIgnore: true*/ `${buildFolder}/${folder}`, { recursive: true }).catch(() => []),
  )
  const files = (await Promise.all(listed))
    .flatMap((names, index) => names.map((name) => path.posix.join(neededFolders[index] ?? '', name)))
    .filter((file) => needed.test(file) && !ofPackers.test(file) && !file.startsWith(routeCache))
  return Promise.all(
    files.map(
      async (file): Promise<[string, number]> => [
        file,
        (await stat(/*turbopackIgnore: true*/ `${buildFolder}/${file}`)).size,
      ],
    ),
  )
}
