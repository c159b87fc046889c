/** Names files and lines of the sources in stacks, by the maps that a build keeps (`scripts/post-build.ts`). */
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import path from 'node:path'
import { mapsFolder } from '../../lib/builds/built-files'
import { codeOf } from '../../lib/error-code'

/** Names the frames that a map knows by their source, and leaves out those of packages and the bundler. Others stay as they are. */
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
    const map = isInside(file) ? mapOf(file) : null
    if (!map) return frame
    const origin = originIn(map, Number(row), Number(column))
    const [, own] = /\[project\]\/((?!node_modules\/).*)$/.exec(origin?.originalSource ?? '') ?? []
    if (!origin || own === undefined) return null
    const place = `${own}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    return isReadable(within) ? `at ${within} (${place})` : `at ${place}`
  }

  return (frames) => frames.map(nameFrame).filter((frame) => frame !== null)
}

/** Anyone may report a stack. */
function isInside(file: string): boolean {
  return !file.split('/').includes('..')
}

/**
 * The start of what the frame is at; null where the map has nothing, as Node then answers with an empty object. At a call some
 * engines name its parenthesis: then it's the function's name before that, or after an inlined function its first argument.
 */
function originIn(map: SourceMap, row: number, column: number): SourceMapping | null {
  const entryAt = (place: number): (SourceMapping & { name?: string }) | null => {
    const entry = map.findEntry(row - 1, place - 1)
    return 'originalSource' in entry && entry.originalSource !== undefined ? entry : null
  }
  const found = entryAt(column)
  if (!found || found.generatedColumn === column - 1) return found
  const before = entryAt(found.generatedColumn)
  const isCalled = before?.name && before.generatedColumn + before.name.length === column - 1
  if (isCalled && textAt(map, before).startsWith(before.name ?? '')) return before
  // `})(x`
  const isInlined = found.generatedColumn === column - 2 && textAt(map, found).startsWith('}')
  return isInlined ? entryAt(column + 1) : found
}

/** The rest of the line in the sources; empty if the map has no sources. */
function textAt(
  { payload }: SourceMap,
  { originalSource, originalLine, originalColumn }: SourceMapping,
): string {
  const content = payload.sourcesContent?.[payload.sources.indexOf(originalSource)]
  return content?.split('\n')[originalLine]?.slice(originalColumn) ?? ''
}

/** A function's name that minification left, also as Firefox (`save/<`) and V8 (`Object.e [as save]`) write it. */
function isReadable(name: string): boolean {
  return /[\w$]{3}[/<\]]*$/.test(name)
}

/**
 * `at save (https://…/_next/static/chunks/1f.js:1:3056)` of V8 and `save@https://…:1:3056` of the others; on the server the path
 * ends alike, in `.next`. The name may be more than one word, as in `new Note` and `global code`.
 */
const framePattern =
  /^(?:at )?(?:async )?(?:([^@(]{0,80}?) ?[@(])?[^@( ]*\/[._]next\/((?:static|server)\/[^():]{1,180}\.js):(\d{1,7}):(\d{1,7})\)?$/

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
