import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mapsFolder, staticFolder } from '../../lib/builds/built-files'

/**
 * Moves the maps of a build's scripts out of the served folder, to where `npm run logs` finds them by the script's name, and takes
 * their addresses from the scripts: nobody can fetch them, and so no source. Next names maps by their own content, and two
 * scripts may have one.
 */
export async function keepMaps(buildFolder: string): Promise<void> {
  const served = path.join(buildFolder, staticFolder)
  const kept = path.join(buildFolder, mapsFolder, staticFolder)
  const names = await readdir(served, { recursive: true })
  const maps = names.filter((name) => name.endsWith('.map'))
  // Without any, it has been done for this build.
  if (maps.length === 0) return
  await rm(kept, { recursive: true, force: true })
  for (const name of names.filter((one) => /\.(js|css)$/.test(one))) {
    const file = path.join(served, name)
    const content = await readFile(file, 'utf8')
    const [comment = '', map] = addressOfMap.exec(content) ?? []
    if (map === undefined) continue
    const target = path.join(kept, `${name}.map`)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(path.join(path.dirname(file), map), target)
    await writeFile(file, content.slice(0, -comment.length))
  }
  for (const name of names.filter((one) => one.endsWith('.map')))
    await rm(path.join(served, name), { force: true })
}

const addressOfMap = /\s*(?:\/\/|\/\*)# sourceMappingURL=([^\s*]+)(?: ?\*\/)?\s*$/
