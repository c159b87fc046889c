/** Names files and lines of the sources in stacks, by the maps that a build keeps (`scripts/post-build.ts`). */
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceOrigin } from 'node:module'
import path from 'node:path'
import { mapsFolder } from '../../lib/builds/built-files'
import { codeOf } from '../../lib/error-code'

/** Names the frames that a map knows by their source, and leaves out those of packages. Others stay as they are. */
export type NameFrames = (frames: readonly string[]) => string[]

/** Maps that are kept at once, each up to some megabytes: a stack has frames of few files. */
const maxMaps = 8

/** Reads maps of the builds in these folders, such as `.next`. The first that has a file's map names its lines. */
export function createFrameNames(buildFolders: readonly string[]): NameFrames {
  const maps = new Map<string, SourceMap | null>()

  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file)
    if (known !== undefined) return known
    if (maps.size >= maxMaps) maps.clear()
    const map = buildFolders.map((folder) => readMap(folder, file)).find((found) => found !== null) ?? null
    maps.set(file, map)
    return map
  }

  function nameFrame(frame: string): string | null {
    const [, within = '', file = '', row = '', column = ''] = framePattern.exec(frame.trim()) ?? []
    const origin = isInside(file) ? originIn(mapOf(file), Number(row), Number(column)) : null
    if (!origin) return frame
    const { fileName, lineNumber, columnNumber } = origin
    const [, own] = /\[project\]\/((?!node_modules\/).*)$/.exec(fileName) ?? []
    if (own === undefined) return null
    const place = `${own}:${lineNumber}:${columnNumber}`
    return isReadable(within) ? `at ${within} (${place})` : `at ${place}`
  }

  return (frames) => frames.map(nameFrame).filter((frame) => frame !== null)
}

/** Anyone may report a stack. */
function isInside(file: string): boolean {
  return !file.split('/').includes('..')
}

/** Null where the map has nothing, as Node then answers with an empty object. */
function originIn(map: SourceMap | null, row: number, column: number): SourceOrigin | null {
  const origin = map?.findOrigin(row, column)
  return origin && 'fileName' in origin && origin.fileName !== undefined ? origin : null
}

/** A function's name that minification left. */
function isReadable(name: string): boolean {
  return name.length > 2
}

/**
 * `at save (https://…/_next/static/chunks/1f.js:1:3056)` of V8 and `save@https://…:1:3056` of the others; on the server the path
 * ends alike, in `.next`.
 */
const framePattern =
  /^(?:at )?(?:(?:async )?([^@( ]{0,80}) ?[@(])?[^@( ]*\/[._]next\/((?:static|server)\/[^():]{1,180}\.js):(\d{1,7}):(\d{1,7})\)?$/

/** Those of browsers are in a folder that isn't served; the server's are beside its files. */
function readMap(folder: string, file: string): SourceMap | null {
  const name = file.startsWith('static/') ? path.join(folder, mapsFolder, file) : path.join(folder, file)
  try {
    return new SourceMap(JSON.parse(readFileSync(`${name}.map`, 'utf8')))
  } catch (error) {
    if (codeOf(error) !== null || error instanceof SyntaxError) return null
    throw error
  }
}
