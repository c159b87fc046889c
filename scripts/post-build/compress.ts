/** Compresses what browsers load of the build, once, instead of per request (`lib/server/http/request-guards`). */
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
} from '../../lib/builds/built-files'
import { projectFolder } from '../start/project'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Writes compressed copies beside each script, style and prerendered page, where other servers look for them, too. */
export async function compressBuiltFiles(): Promise<void> {
  const build = path.join(projectFolder, buildFolder)
  const parts = await readdir(path.join(build, staticFolder), { recursive: true })
  const files = [
    ...parts.filter((name) => /\.(js|css)$/.test(name)).map((name) => path.join(staticFolder, name)),
    ...prerenderedPaths.map((page) => prerenderedFile(page)),
  ]
  await Promise.all(files.map((file) => compressFile(path.join(build, file))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  for (const { coding, ending } of compressions)
    await writeFile(file + ending, await compress[coding](content))
}
