/** The second part of `npm run build`, after `next build`. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import {
  buildFolder,
  buildIdFile,
  compressions,
  middlewareTrace,
  prerenderedFile,
  prerenderedPaths,
  prerenderManifest,
  routeCache,
  staticFolder,
} from '../lib/builds/built-files'
import { routeRules } from '../lib/builds/route-rules'
import { policyHeader } from '../lib/http/security-headers'
import { filesOfPolicies, prerenderedPolicies } from '../lib/server/builds/page-policies'
import { recordSizes } from '../lib/server/builds/whole'
import { recordBuiltTree } from './start/build'
import { keepMaps } from './start/maps'
import { projectFolder } from './start/project'

/** Fails on a mistake in the route table: `next build` doesn't check types. */
async function finishBuild(): Promise<void> {
  routeRules()
  await keepMaps(path.join(projectFolder, buildFolder))
  await writePagePolicies()
  await addToMiddlewareTrace([buildIdFile, ...(await filesOfPolicies())])
  await compressBuiltFiles()
  await recordSizes(path.join(projectFolder, buildFolder))
  await recordBuiltTree()
}

/**
 * Adds each prerendered page's policy, for this build's settings, to the headers that Next stores with it: `next start`
 * reads them beside the page, a host's own build in the manifest.
 */
async function writePagePolicies(): Promise<void> {
  const manifest = await readJson(prerenderManifest)
  for (const [page, policy] of await prerenderedPolicies()) {
    const file = prerenderedFile(page, 'meta')
    const meta = await readJson(file)
    await writeJson(file, { ...meta, headers: { ...meta.headers, [policyHeader]: policy } })
    const route = manifest.routes[page]
    route.initialHeaders = { ...route.initialHeaders, [policyHeader]: policy }
  }
  await writeJson(prerenderManifest, manifest)
  // What a start has kept of the pages, with the headers of then.
  await rm(path.join(projectFolder, buildFolder, routeCache), { recursive: true, force: true })
}

/** Where a host runs the middleware alone, it brings these files of the build, which Next can't know. */
async function addToMiddlewareTrace(files: readonly string[]): Promise<void> {
  const trace = await readJson(middlewareTrace)
  const added = files.map((file) => path.relative(path.dirname(middlewareTrace), file))
  await writeJson(middlewareTrace, { ...trace, files: [...new Set([...trace.files, ...added])] })
}

/**
 * Writes compressed copies beside each script, style and prerendered page, once instead of per request. Other servers look
 * for them there, too.
 */
async function compressBuiltFiles(): Promise<void> {
  const build = path.join(projectFolder, buildFolder)
  const parts = await readdir(path.join(build, staticFolder), { recursive: true })
  const files = [
    ...parts.filter((name) => /\.(js|css)$/.test(name)).map((name) => path.join(staticFolder, name)),
    ...prerenderedPaths.map((page) => prerenderedFile(page)),
  ]
  await Promise.all(files.map((file) => compressFile(path.join(build, file))))
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  for (const { coding, ending } of compressions)
    await writeFile(file + ending, await compress[coding](content))
}

// biome-ignore lint/suspicious/noExplicitAny: Next's files, whose other parts stay as they are
async function readJson(file: string): Promise<any> {
  return JSON.parse(await readFile(path.join(projectFolder, buildFolder, file), 'utf8'))
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(path.join(projectFolder, buildFolder, file), JSON.stringify(value))
}

void finishBuild()
