/** The second part of `npm run build`, after `next build`. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import {
  buildFolder,
  compressions,
  prerenderedFile,
  prerenderedPaths,
  staticFolder,
} from '../lib/builds/built-files'
import { routeRules } from '../lib/builds/route-rules'
import { recordBuiltTree } from './start/build'
import { projectFolder } from './start/project'

/** Fails on a mistake in the route table: `next build` doesn't check types. */
async function finishBuild(): Promise<void> {
  routeRules()
  await compressBuiltFiles()
  await recordBuiltTree()
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

void finishBuild()
