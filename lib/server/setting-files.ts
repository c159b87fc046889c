import 'server-only'
/** Files that contain settings, or that settings name. */
import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import * as v from 'valibot'
import { jsonObject } from '@/lib/config/settings'
import { codeOf } from '@/lib/error-code'

/**
 * The `.env` files of a folder, highest priority first, as in Next. Values are used literally, whereas Next expands names
 * after a `$`, even in single quotes.
 */
export function envFilesIn(folder: string, mode: 'production' | 'development'): string[] {
  const names = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  return names.map((name) => path.join(/* turbopackIgnore: true */ folder, name)).filter(existsSync)
}

type EnvFile = { values: NodeJS.Dict<string>; problem: string | null }

/** Reads a file as Node does, in UTF-8, or says why not. Node skips a line it can't read, or more than that. */
export function readEnvFile(file: string): EnvFile {
  const text = textOf(file)?.replace(/\r\n?/g, '\n')
  if (text === undefined) return { values: {}, problem: 'is not UTF-8. Save it as UTF-8' }
  const line = firstUnreadableLine(text)
  if (line === null) return { values: parseEnv(text), problem: null }
  return { values: {}, problem: `is no setting in line ${line}. Write NAME=value, or # before it` }
}

/** The text without its byte order mark; undefined in other encodings. */
function textOf(file: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
    return text.includes('\0') ? undefined : text
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined
    throw error
  }
}

/** A blank line, a comment, or a setting, whose quoted value may have several lines. */
const envLine =
  /[^\S\n]*(?:#.*|(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)[^\S\n]*(?:#.*)?|[^\s"'`].*)?)?(?:\n|$)/gy

function firstUnreadableLine(text: string): number | null {
  let end = 0
  for (const [line] of text.matchAll(envLine)) end += line.length
  return end < text.length ? text.slice(0, end).split('\n').length : null
}

/** Problems of the files that a database URL names: the driver would treat a missing one as an outage. */
export function certificateFaults(databaseUrl: string): string[] {
  const named = databaseUrl.matchAll(/[?&](ssl(?:rootcert|cert|key))=([^&]+)/g)
  return [...named].flatMap(([, parameter, encoded = '']) => {
    const fault = unreadablePem(decodeURIComponent(encoded))
    return fault ? [`names a file as ${parameter} that ${fault}`] : []
  })
}

/** The problem of a certificate or key file; null without one. */
function unreadablePem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN ') ? null : 'has no certificate or key (PEM)'
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return `can't be read (${code})`
  }
}

/**
 * A service account's key, as downloaded from the Firebase console. Line breaks that were escaped twice are restored. A key
 * that can't sign would look like an outage at each sign-in.
 */
export const serviceAccountKey = v.pipe(
  jsonObject,
  v.transform(withLineBreaks),
  v.check(canSign, 'has no private_key that can sign. Copy all of the key file, on one line'),
)

function withLineBreaks(key: Record<string, unknown>): Record<string, unknown> {
  const { private_key: pem } = key
  return typeof pem === 'string' ? { ...key, private_key: pem.replaceAll('\\n', '\n') } : key
}

function canSign({ private_key: pem }: Record<string, unknown>): boolean {
  try {
    return createPrivateKey(String(pem)).asymmetricKeyType === 'rsa'
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_')) throw error
    return false
  }
}
