/** Compresses what browsers load of the build, once, so that no visit pays for it (`lib/server/http/before-next/built-files`). */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { compressions } from '../../lib/builds/compressions'
import { projectFolder } from '../start/project'

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

/** Beside each script and style of the build puts it compressed, as web servers expect such files, too (`brotli_static`). */
export async function compressBuiltFiles(): Promise<void> {
  const folder = path.join(projectFolder, '.next', 'static')
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names.filter((name) => /\.(js|css)$/.test(name)).map((name) => compressFile(path.join(folder, name))),
  )
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  for (const { coding, ending } of compressions)
    await writeFile(file + ending, await compress[coding](content))
}
