/** The settings of the project's `.env` files. */
import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { addToEnvironment, skipNextEnvFiles } from '../../lib/server/config'
import { projectFolder } from './project'
import { startProblem } from './terminal'

type Mode = 'production' | 'development'

/** Adds their variables to the environment, without overriding any. Throws a start problem if a file can't be read. */
export function loadEnvFiles(mode: Mode = 'production'): void {
  if (skipNextEnvFiles())
    for (const file of envFilesIn(projectFolder, mode)) addToEnvironment(readEnvFile(file))
}

/** The files of a folder, highest priority first, as in Next. */
export function envFilesIn(folder: string, mode: Mode): string[] {
  const names = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  return names.map((name) => path.join(folder, name)).filter(existsSync)
}

/**
 * Reads a file as Node does, but refuses lines that Node would skip. Values are used literally, whereas Next expands names
 * after a `$`, even in single quotes.
 */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  const bytes = readFileSync(file)
  const refused = (problem: string) => startProblem(`${path.basename(file)} ${problem}.`)
  if (!isUtf8(bytes) || bytes.includes(0)) throw refused('is not UTF-8. Save it as UTF-8')
  // This also drops a byte order mark.
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')
  const line = firstUnreadableLine(text)
  if (line !== null) throw refused(`is no setting in line ${line}. Write NAME=value, or # before it`)
  return parseEnv(text)
}

/** A blank line, a comment, or a setting, whose quoted value may have several lines. */
const envLine =
  /[^\S\n]*(?:#.*|(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)[^\S\n]*(?:#.*)?|[^\s"'`].*)?)?(?:\n|$)/gy

function firstUnreadableLine(text: string): number | null {
  let end = 0
  for (const [line] of text.matchAll(envLine)) end += line.length
  return end < text.length ? text.slice(0, end).split('\n').length : null
}
