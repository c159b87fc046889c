/** Whether the files are what a start needs: the build, the data folder's file system, and those of the settings. */
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { buildFolder, builtTreeFile } from '../../lib/builds/built-files'
import { describeBroken, findBrokenFiles } from '../../lib/server/builds/whole'
import { envFilesIn } from '../start/env-files'
import { projectFolder } from '../start/project'
import { type Checks, ok, problem, type Verdict } from './finding'

export const fileChecks: Checks = {
  Build: async () => {
    const build = path.join(projectFolder, buildFolder)
    // Written last: without it there is no build yet.
    if (!existsSync(path.join(build, builtTreeFile))) return null
    const broken = await findBrokenFiles(build)
    if (broken.length === 0) return ok('whole')
    return problem(`${describeBroken(broken)}. Copy it again, or run: npm run build`)
  },
  /** In production only: elsewhere people may want it so. */
  'Data in memory': async ({ config, isEmbedded, isProduction }) => {
    if ((config.databaseUrl && !isEmbedded) || !isProduction) return null
    const folder = nearestFolder(path.resolve(config.dataDir))
    return describeMemory(folder, (await statfs(folder)).type)
  },
  'Setting files': () => describeSettingFiles(envFilesIn(projectFolder, 'production')),
}

/** Whether other users of this machine could change these files. */
export async function describeSettingFiles(files: readonly string[]): Promise<Verdict | null> {
  for (const file of files)
    if (((await stat(file)).mode & 0o022) !== 0)
      return problem(
        `others can write ${path.basename(file)}, and so run this site as they like: chmod 600 ${file}`,
      )
  return null
}

/** By the type of the folder's file system (linux/magic.h). */
export function describeMemory(folder: string, type: number): Verdict | null {
  return filesInMemory.has(type)
    ? problem(`${folder} is in memory, so the next boot deletes all notes and sessions. Set another DATA_DIR`)
    : null
}

/** `tmpfs` and `ramfs`. */
const filesInMemory = new Set([0x01021994, 0x858458f6])

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}
